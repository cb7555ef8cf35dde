// expect: assertion
//--local_size=64 --num_groups=4
// A call through the place behind a table.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }
__device__ int twice(int i) { return 2 * i; }
__device__ int same(int i) { return i; }

__global__ void function_table(int *out, unsigned mode) {
  static const Function table[] = {next, twice, same};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[table[mode % 4](i)] = i; /*@assert*/
}
