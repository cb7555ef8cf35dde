// expect: verified
//--local_size=64 --num_groups=1
// Pointers to functions in a local array, and one that changes in a loop.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }
__device__ int same(int i) { return i; }

__global__ void function_array(int *out, unsigned mode, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Function both[2] = {next, same};
  Function f = same;
  for (int k = 0; k < n; ++k) {
    out[f(i) + 1000] = i;
    f = k == mode ? next : same;
    __syncthreads();
  }
  out[both[mode % 2](i)] = i;
}
