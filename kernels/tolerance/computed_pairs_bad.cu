// expect: race
//--blockDim=64 --gridDim=4 --tolerate=computed
// One of the values has been loaded before it went through a thread's own memory.

__global__ void pairs(int *a, const int *b, int n) {
  int own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = n * i;
  own[n & 3] = b[0];
  a[blockIdx.x * 32 + threadIdx.x / 2] = own[threadIdx.x / 2 % 4] + 1; /*@race*/
}
