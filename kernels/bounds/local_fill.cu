// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// memset fills a local array.

__global__ void local_fill(int *out) {
  int l[8];
  memset(l, 0, 32);
  out[threadIdx.x] = l[3];
}
