// expect: verified
//--blockDim=2 --gridDim=1
// A lock around one addition, free of races: but the lane that has the lock waits for those of its warp that want it, on a
// machine whose warps have one program counter (lockstep run --semantics simt).
__global__ void spin_own_warp(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}
