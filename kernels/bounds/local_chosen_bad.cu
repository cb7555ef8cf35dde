// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A pointer to one of two locals, of which one is too short.

__global__ void local_chosen(int *out) {
  int a[2] = {}, b[4] = {};
  int *p = threadIdx.x % 2 ? a : b;
  p[2] = threadIdx.x;
  out[threadIdx.x] = a[1] + b[1];
}
