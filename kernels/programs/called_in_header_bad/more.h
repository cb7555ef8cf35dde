void go(int *d, int n);
#define GO(d) go(d, 5)
