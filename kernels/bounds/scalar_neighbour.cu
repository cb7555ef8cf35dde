// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A scalar by its address.

__global__ void scalar_neighbour(int *out) {
  int x = threadIdx.x, y = 2;
  int *p = &x;
  p[0] += y;
  out[threadIdx.x] = x;
}
