// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Two lanes share a word.

__global__ void banks_2(short *b)
    /*@cost wavefronts = 2*warps*/ {
  __shared__ short tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[t];
}
