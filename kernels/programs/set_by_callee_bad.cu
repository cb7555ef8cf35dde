// expect: race
// The function keeps the reference.
__global__ void cells(int *d, int n) {
  if (gridDim.x != (n + 63) / 64)
    d[0] = threadIdx.x; /*@race*/
}
int *kept;
int ask();
void sizes(int &n) {
  n = ask();
  kept = &n;
}
void run(int *d) {
  int n = 0;
  sizes(n);
  int blocks = (n + 63) / 64;
  *kept = 7;
  cells<<<blocks, 64>>>(d, n);
}
