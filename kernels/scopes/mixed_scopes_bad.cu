// expect: race
//--local_size=8 --num_groups=2
// The twin of mixed_scopes.cu without the barrier: both are atomic, one for its block only.

__global__ void mixed_scopes_bad(int *p) {
  atomicAdd_block(p + blockIdx.x, 1); /*@race*/
  atomicAdd(p + (blockIdx.x + 1) % gridDim.x, 1); /*@race*/
}
