// expect: race
//--local_size=32 --num_groups=1
// One bit in the mask whatever the lane.
__global__ void count_below(int *p) {
  const unsigned lane = threadIdx.x;
  p[__popc(1u << lane)] = lane; /*@race*/
}
