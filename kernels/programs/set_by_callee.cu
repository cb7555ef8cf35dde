// expect: verified
// Set through a reference and a pointer, that nobody keeps: one value each.
__global__ void cells(int *d, int n, int m) {
  if (gridDim.x != (n + 63) / 64 || m <= 3)
    d[0] = threadIdx.x; // never
}
int ask();
void sizes(int &n, int *m) {
  n = ask();
  if (m)
    *m = n + ask();
}
void run(int *d) {
  int n = 0, m = 0;
  sizes(n, &m);
  if (m < 4)
    return;
  int blocks = (n + 63) / 64;
  ask();
  cells<<<blocks, 64>>>(d, n, m);
}
