// expect: verified
//--blockDim=64 --gridDim=4 --tolerate=computed
// Two threads write what both have computed, by way of memory of their own.

__global__ void pairs(int *a, int n) {
  int own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = n * i;
  a[blockIdx.x * 32 + threadIdx.x / 2] = own[threadIdx.x / 2 % 4] + 1;
}
