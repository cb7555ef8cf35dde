// expect: race
//--local_size=32 --num_groups=1
// Of a number with a fixed lowest bit.
__global__ void first_set(int *p) {
  const unsigned lane = threadIdx.x;
  p[__ffs(lane << 1 | 1)] = lane; /*@race*/
}
