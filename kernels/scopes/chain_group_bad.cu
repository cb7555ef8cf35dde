// expect: race
//--block-dim=2 --grid-dim=2
// Fences for the block, and a store that releases: a holder of the other block between two of one block hands on nothing.
#include <cuda/atomic>
__device__ int lock;
__global__ void chain_group_bad(int *sums) {
  cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
  for (bool todo = true; todo;)
    if (l.exchange(1, cuda::std::memory_order_relaxed) == 0) {
      __threadfence_block();
      sums[blockIdx.x] += 1; /*@race*/
      l.store(0, cuda::std::memory_order_release);
      todo = false;
    }
}
