// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// An array in a by-value parameter.

struct Four {
  int x[4];
};

__global__ void by_value(int *out, Four p) { out[threadIdx.x] = p.x[3]; }
