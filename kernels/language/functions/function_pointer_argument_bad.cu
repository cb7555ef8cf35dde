// expect: race
//--local_size=64 --num_groups=4
// One of the functions that the host may choose gives two threads one place.
__device__ int next(int i) { return i + 1; }
__device__ int pair(int i) { return i / 2; }

__global__ void function_pointer_argument(int (*f)(int), int *out) {
  __requires(f == next || f == pair);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[f(i)] = i; /*@race*/
}
