// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// What is read from behind a local array is not used.

__global__ void local_unused_read(int *out) {
  int l[8] = {};
  int unused = l[8];
  out[threadIdx.x] = l[0];
}
