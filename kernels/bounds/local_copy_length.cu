// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// memcpy into a local array, of a length that is limited.

__global__ void local_copy_length(int *out, const int *in, unsigned n) {
  int l[8];
  memcpy(l, in, (n < 8 ? n : 8) * sizeof(int));
  l[0] = threadIdx.x;
  out[threadIdx.x] = l[0];
}
