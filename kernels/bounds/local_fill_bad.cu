// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// memset goes four bytes beyond a local array.

__global__ void local_fill(int *out) {
  int l[8];
  memset(l, 0, 36);
  out[threadIdx.x] = l[3];
}
