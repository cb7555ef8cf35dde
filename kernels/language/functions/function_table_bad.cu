// expect: race
//--local_size=64 --num_groups=4
// The last function of a constant table gives two threads one place.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }
__device__ int twice(int i) { return 2 * i; }
__device__ int half_of(int i) { return i / 2; }

__global__ void function_table(int *out, unsigned mode) {
  static const Function table[] = {next, twice, half_of};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[table[mode % 3](i)] = i; /*@race*/
}
