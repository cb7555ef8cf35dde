// expect: race
//--blockDim=64 --gridDim=4 --tolerate=computed-unchanged
// What they put back was loaded.

__global__ void back(int *a, int *b) {
  int v = a[0];
  b[blockIdx.x * blockDim.x + threadIdx.x] = v;
  a[0] = v; /*@race*/
}
