// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A store behind a local array, which nobody reads.

__global__ void local_store(int *out) {
  int l[8];
  l[0] = 5;
  l[8] = 1;
  out[threadIdx.x] = l[0];
}
