// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// All lanes add on one bank, at different places.

__global__ void bins_column(int *b)
    /*@cost wavefronts = 96*warps*/ {
  __shared__ int bins[2048];
  int t = threadIdx.x;
  bins[32 * t] = 0;
  __syncthreads();
  atomicAdd(&bins[32 * t], t);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = bins[32 * t];
}
