// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column of numbers of two bytes: all lanes on one bank.

__global__ void banks_2_column(short *b)
    /*@cost wavefronts = 64*warps*/ {
  __shared__ short tile[4096];
  int t = threadIdx.x;
  tile[64 * t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[64 * t];
}
