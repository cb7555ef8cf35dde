// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// All lanes load one number.

__global__ void banks_4_broadcast(float *b)
    /*@cost wavefronts = 2*warps*/ {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[0];
}
