// expect: verified
//--block-dim=8 --grid-dim=4
// A relaxed store behind a fence releases.
__global__ void ptx_lock_fence(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    int old;
    do
      asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], 1;" : "=r"(old) : "l"(lock) : "memory");
    while (old != 0);
    *sum += blockIdx.x;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("st.relaxed.gpu.global.s32 [%0], 0;" ::"l"(lock) : "memory");
  }
}
