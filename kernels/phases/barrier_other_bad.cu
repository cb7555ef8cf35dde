// expect: race
//--local_size=64 --num_groups=4
// The copy is one of the first barrier, the threads wait at the second.
#include <cuda/barrier>
__global__ void barrier_other(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> first, second;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&first, blockDim.x);
    init(&second, blockDim.x);
  }
  __syncthreads();
  cuda::memcpy_async(&tile[t], in + t, sizeof(int), first); /*@race*/
  second.arrive_and_wait();
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
  first.arrive_and_wait();
}
