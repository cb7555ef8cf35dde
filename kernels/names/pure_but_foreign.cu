// expect: unsupported
//--local_size=8 --num_groups=1
// `const` promises that it touches no memory, not that it gives all threads the same: it may ask for the thread's id.

extern __device__ __attribute__((const)) int lane_mask(int n);

__global__ void pure_but_foreign(int *p) {
  if (lane_mask(1) == 0) /*@unsupported*/
    __syncthreads();
}
