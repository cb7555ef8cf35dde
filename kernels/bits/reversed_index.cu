// expect: verified
//--local_size=64 --num_groups=4
// The six bits of a thread's number in the opposite order: a permutation of its group's cells.
__global__ void reversed_index(int *p) {
  unsigned t = threadIdx.x;
  unsigned r = __brev(t) >> 26;
  p[blockIdx.x * 64 + r] = t;
}
