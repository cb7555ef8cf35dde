// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// All lanes add at one place of shared memory.

__global__ void bins_one(int *b)
    /*@cost wavefronts = groups + 2*warps*/ {
  __shared__ int bins[1];
  int t = threadIdx.x;
  if (t == 0)
    bins[0] = 0;
  __syncthreads();
  atomicAdd(&bins[0], t);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = bins[0];
}
