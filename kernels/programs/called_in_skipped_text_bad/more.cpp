#ifdef USE_GPU
void go(int *d, int n);
void more(int *d) { go(d, 5); }
#endif
