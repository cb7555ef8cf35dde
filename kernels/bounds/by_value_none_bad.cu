// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A by-value parameter without any element: whatever is read lies behind it.
struct None {
  int x[0];
};
__global__ void by_value_none(int *out, None p) { out[threadIdx.x] = p.x[threadIdx.x]; }
