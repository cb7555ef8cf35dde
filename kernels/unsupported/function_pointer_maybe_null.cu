// expect: unsupported
//--local_size=64 --num_groups=4
// A pointer from a table that the host may change, or null.

typedef int (*Function)(int);

__device__ int same(int x) { return x; }
__constant__ Function table[1] = {same};

__global__ void function_pointer_maybe_null(int *a, int mode) {
  Function f = nullptr;
  if (mode == 1)
    f = table[0];
  a[blockIdx.x * blockDim.x + threadIdx.x] = f(threadIdx.x);
}
