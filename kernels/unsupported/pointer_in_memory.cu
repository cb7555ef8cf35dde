// expect: unsupported
//--local_size=64 --num_groups=4
// Pointers loaded from global memory: nothing says which arrays they lead to.

__global__ void pointer_in_memory(int **rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i][0] = i; /*@unsupported*/
}
