// expect: race
//--local_size=64 --num_groups=1
// In one round another function is called than in the next, without a barrier in between.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }
__device__ int same(int i) { return i; }

__global__ void function_array(int *out, unsigned mode, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Function both[2] = {next, same};
  Function f = same;
  for (int k = 0; k < n; ++k) {
    out[f(i) + 1000] = i; /*@race*/
    f = k == mode ? next : same;
  }
  out[both[mode % 2](i)] = i;
}
