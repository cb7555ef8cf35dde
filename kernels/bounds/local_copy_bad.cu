// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// memcpy of a local array, one element longer than it is.

__global__ void local_copy(int *out, const int *in) {
  int l[8];
  memcpy(l, in + 8 * threadIdx.x, 8 * sizeof(int));
  memcpy(out + 9 * threadIdx.x, l, 9 * sizeof(int));
}
