// expect: race
// A statement within the loop's condition leaves the loop.
__global__ void k(int *d, int n) {
  if (n < 64)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d, int m) {
  int n = 0;
  while (({
           if (n == m)
             break;
           0;
         }) ||
         n < 64)
    ++n;
  k<<<1, 64>>>(d, n);
}
