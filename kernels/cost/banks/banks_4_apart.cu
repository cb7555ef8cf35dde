// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every second number: two lanes on each bank.

__global__ void banks_4_apart(float *b)
    /*@cost wavefronts = 4*warps*/ {
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[2 * t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[2 * t];
}
