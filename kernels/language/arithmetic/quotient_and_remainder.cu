// expect: verified
//--blockDim=64 --gridDim=4
// A number is made of its quotient and its remainder by an unknown.
__global__ void k(int *a, int w) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = i % w, y = i / w;
  a[y * w + x] = i;
}
