// expect: race
//--blockDim=64 --gridDim=4
// The remainder is that of another number.
__global__ void k(int *a, int w, int v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = i % v, y = i / w;
  a[y * w + x] = i; /*@race*/
}
