// expect: divergence
//--local_size=8 --num_groups=1 --no-effect=lane_mask
// Vouched for, it still may give each thread a result of its own.

extern __device__ __attribute__((const)) int lane_mask(int n);

__global__ void vouched_for(int *p) {
  if (lane_mask(1) == 0)
    __syncthreads(); /*@divergence*/
  p[threadIdx.x] = 1;
}
