// expect: unsupported
// A variable that is passed twice, and may be assigned to between.
__global__ void k(int *p, int n, int *q) {
  if (p != q)
    p[0] = threadIdx.x;
}
void f(int **d, int i, int j) { k<<<1, 64>>>(d[i], (i = j), d[i]); }
