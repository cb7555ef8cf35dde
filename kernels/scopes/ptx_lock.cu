// expect: verified
//--block-dim=8 --grid-dim=4
// Orders in PTX.
__global__ void ptx_lock(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    int old;
    do
      asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], 1;" : "=r"(old) : "l"(lock) : "memory");
    while (old != 0);
    *sum += blockIdx.x;
    asm volatile("st.release.gpu.global.s32 [%0], 0;" ::"l"(lock) : "memory");
  }
}
