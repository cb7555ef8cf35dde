// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// memcpy into a local array, of a length that the limit lets grow beyond it.

__global__ void local_copy_length(int *out, const int *in, unsigned n) {
  int l[8];
  memcpy(l, in, (n < 9 ? n : 9) * sizeof(int));
  l[0] = threadIdx.x;
  out[threadIdx.x] = l[0];
}
