// expect: verified
//--local_size=64 --num_groups=4
// Functions in constant tables: one chosen at run time, all called in turn.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }
__device__ int twice(int i) { return 2 * i; }
__device__ int same(int i) { return i; }

__global__ void function_table(int *out, int *all, unsigned mode) {
  static const Function table[] = {next, twice, same};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[table[mode % 3](i)] = i;
  int sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += table[k](i);
  all[i] = sum;
}
