// expect: verified
//--block-dim=8 --grid-dim=4
// Two locks, one in each of two arrays, each with money of its own.
__global__ void lock_other_array(int *odd, int *even, int *money) {
  if (threadIdx.x == 0) {
    if (blockIdx.x % 2 == 1) {
      while (atomicCAS(&odd[0], 0, 1) != 0)
        ;
      __threadfence();
      money[0] += 1;
      __threadfence();
      atomicExch(&odd[0], 0);
    } else {
      while (atomicCAS(&even[0], 0, 1) != 0)
        ;
      __threadfence();
      money[1] += 1;
      __threadfence();
      atomicExch(&even[0], 0);
    }
  }
}
