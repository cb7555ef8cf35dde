// expect: verified
//--local_size=8 --num_groups=1 --no-effect=tables::lane_mask
// The twin of vouched_for.cu that does not branch on it; named with its namespace.

namespace tables {
extern __device__ __attribute__((const)) int lane_mask(int n);
}

__global__ void vouched_for_no_branch(int *p) {
  p[threadIdx.x] = tables::lane_mask(1);
  __syncthreads();
}
