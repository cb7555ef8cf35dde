// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// What lies behind a scalar is no other one.

__global__ void scalar_neighbour(int *out) {
  int x = threadIdx.x, y = 2;
  int *p = &x;
  p[1] += y;
  out[threadIdx.x] = x;
}
