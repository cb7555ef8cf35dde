// expect: race
//--blockDim=64 --gridDim=4
// The layers are as high as they are wide.
__global__ void k(int *a, int w, int h) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = i % w, y = i / w % h, z = i / (w * h);
  a[(z * w + y) * w + x] = i; /*@race*/
}
