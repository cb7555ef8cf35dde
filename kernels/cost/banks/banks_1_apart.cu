// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Bytes in every second word: two lanes on each bank.

__global__ void banks_1_apart(char *b)
    /*@cost wavefronts = 4*warps*/ {
  __shared__ char tile[512];
  int t = threadIdx.x;
  tile[8 * t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[8 * t];
}
