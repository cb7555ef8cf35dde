// expect: race
//--local_size=64 --num_groups=4
// Five bits are kept: the lowest bit of the thread's number is lost.
__global__ void reversed_index(int *p) {
  unsigned t = threadIdx.x;
  unsigned r = __brev(t >> 1) >> 26;
  p[blockIdx.x * 64 + r] = t; /*@race*/
}
