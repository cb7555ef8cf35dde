// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// The row behind the last one.

__global__ void two_dimensions(int *out) {
  int l[4][3] = {};
  l[3][3] = threadIdx.x;
  out[threadIdx.x] = l[3][0];
}
