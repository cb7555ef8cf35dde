// expect: race
//--block-dim=1 --grid-dim=4
// Two blocks wait for one number, each in its own way.
__device__ int turn;
__global__ void turns_two_numbers_bad(int *sum) {
  int mine = blockIdx.x;
  if (mine & 1) {
    int other = mine - 1;
    while (atomicAdd(&turn, 0) != other)
      ;
    __threadfence();
    *sum += mine;
    __threadfence();
    atomicAdd(&turn, 1);
  } else {
    while (atomicAdd(&turn, 0) != mine)
      ;
    __threadfence();
    *sum += mine;
    __threadfence();
    atomicAdd(&turn, 1);
  }
}
