// expect: race
//--local_size=[16,8] --num_groups=[4,4]
// blockDim and gridDim are confused: blocks overlap.

__global__ void thread_ids(int *out) {
  const int x = blockIdx.x * gridDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 64 + x] = blockIdx.x; /*@race*/
}
