// expect: race
// The text is only there to be inlined; the linker may take another.
extern inline __attribute__((gnu_inline)) void check(int n) {
  if (n != 64)
    exit(1);
}
__global__ void k(int *d, int n) {
  if (n != 64)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d, int n) {
  check(n);
  k<<<1, 64>>>(d, n);
}
