// expect: race
//--blockDim=64 --gridDim=4 --tolerate=unchanged
// All threads put back one more than they have read: one value, but another one.

__global__ void back(int *a, int *b) {
  int v = a[0]; /*@race*/
  b[blockIdx.x * blockDim.x + threadIdx.x] = v;
  a[0] = v + 1;
}
