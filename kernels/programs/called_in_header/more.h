void go(int *d, int n);
