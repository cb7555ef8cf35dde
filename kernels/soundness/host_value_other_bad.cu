// expect: race
// In a function for both, the value is that of the host's overload.
__host__ inline int width() { return 1; }
__device__ inline int width() { return 2; }
__host__ __device__ inline int both() { return width(); }
__global__ void k(int *d, int n) {
  if (n != 2)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d) { k<<<1, 64>>>(d, both()); }
