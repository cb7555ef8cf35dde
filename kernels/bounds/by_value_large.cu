// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A by-value parameter too large to be taken apart.

struct Large {
  int x[300];
};

__global__ void by_value_large(int *out, Large p) { out[threadIdx.x] = p.x[299]; }
