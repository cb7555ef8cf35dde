// expect: verified
//--local_size=[16,8] --num_groups=[4,4]
// The usual global index in CUDA's unsigned arithmetic.

__global__ void thread_ids(int *out, int width) {
  __requires(width >= 64);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = x * gridDim.x;
}
