// expect: verified
//--block-dim=8 --grid-dim=4
// Each thread has its turn; no other thread of its warp waits for it.
__device__ int lock;
__global__ void spin_all_threads(int *sum) {
  if (threadIdx.x < 5) {
    bool done = false;
    while (!done) {
      if (atomicExch(&lock, 1) == 0) {
        __threadfence();
        *sum += threadIdx.x;
        __threadfence();
        atomicExch(&lock, 0);
        done = true;
      }
    }
    sum[1 + blockIdx.x * 8 + threadIdx.x] = 1;
  }
}
