// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A pointer into the middle of a local array, and an element in front of it.

__global__ void local_before(int *out) {
  int l[8];
  int *middle = l + 4;
  middle[-4] = threadIdx.x;
  out[threadIdx.x] = l[0];
}
