// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// Bounds are those of the object: an index beyond its row is the next row.

__global__ void two_dimensions(int *out) {
  int l[4][3] = {};
  l[2][3] = threadIdx.x;
  out[threadIdx.x] = l[3][0];
}
