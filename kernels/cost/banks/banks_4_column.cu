// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column: all lanes on one bank.

__global__ void banks_4_column(float *b)
    /*@cost wavefronts = 64*warps*/ {
  __shared__ float tile[2048];
  int t = threadIdx.x;
  tile[32 * t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[32 * t];
}
