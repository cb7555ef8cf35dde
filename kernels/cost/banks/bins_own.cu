// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Each lane adds at a place of its own.

__global__ void bins_own(int *b)
    /*@cost wavefronts = 3*warps*/ {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[t], t);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = bins[t];
}
