void go(int *d, int n);
void more(int *d) { go(d, 5); }
