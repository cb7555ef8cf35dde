// expect: race
//--block-dim=8 --grid-dim=4
// The fence is for the block.
__global__ void ptx_lock_fence_bad(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    int old;
    do
      asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], 1;" : "=r"(old) : "l"(lock) : "memory");
    while (old != 0);
    *sum += blockIdx.x; /*@race*/
    asm volatile("fence.acq_rel.cta;" ::: "memory");
    asm volatile("st.relaxed.gpu.global.s32 [%0], 0;" ::"l"(lock) : "memory");
  }
}
