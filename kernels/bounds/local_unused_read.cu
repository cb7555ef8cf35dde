// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// What is read from a local array is not used.

__global__ void local_unused_read(int *out) {
  int l[8] = {};
  int unused = l[7];
  out[threadIdx.x] = l[0];
}
