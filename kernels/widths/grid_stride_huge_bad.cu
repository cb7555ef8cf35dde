// expect: race
//--block-dim=1024 --grid-dim=3145728
// The same with ints: the stride takes a counter to where another thread began.

__global__ void k(int *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = blockIdx.x;
}
