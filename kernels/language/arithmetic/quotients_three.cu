// expect: verified
//--blockDim=64 --gridDim=4
// Column, row and layer of a number, put together again.
__global__ void k(int *a, int w, int h) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = i % w, y = i / w % h, z = i / (w * h);
  a[(z * h + y) * w + x] = i;
}
