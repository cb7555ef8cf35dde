// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// The place behind a by-value parameter that is too large to be taken apart.

struct Large {
  int x[300];
};

__global__ void by_value_large(int *out, Large p) { out[threadIdx.x] = p.x[300]; }
