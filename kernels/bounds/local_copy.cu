// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// memcpy of a local array, as long as it is.

__global__ void local_copy(int *out, const int *in) {
  int l[8];
  memcpy(l, in + 8 * threadIdx.x, 8 * sizeof(int));
  memcpy(out + 8 * threadIdx.x, l, sizeof l);
}
