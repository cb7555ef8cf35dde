// expect: verified
//--blockDim=64 --gridDim=4 --tolerate=unchanged
// All threads put back what they have read.

__global__ void back(int *a, int *b) {
  int v = a[0];
  b[blockIdx.x * blockDim.x + threadIdx.x] = v;
  a[0] = v;
}
