// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A place that may lie behind a by-value parameter.

struct Four {
  int x[4];
};

__global__ void by_value_index(int *out, Four p, unsigned i) { out[threadIdx.x] = p.x[i % 5]; }
