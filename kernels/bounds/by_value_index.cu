// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A place in a by-value parameter that is computed.

struct Four {
  int x[4];
};

__global__ void by_value_index(int *out, Four p, unsigned i) { out[threadIdx.x] = p.x[i % 4]; }
