// expect: race
// A function that calls itself until its argument is small: the launch has the last one.
__global__ void k(int *d, int n) {
  if (n != 7)
    d[0] = threadIdx.x; /*@race*/
}
void down(int *d, int n) {
  if (n >= 8) {
    down(d, n - 1);
    return;
  }
  k<<<1, 64>>>(d, n);
}
