// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// An element in front of a local array.

__global__ void local_before(int *out) {
  int l[8];
  int *middle = l + 4;
  middle[-5] = threadIdx.x;
  out[threadIdx.x] = l[0];
}
