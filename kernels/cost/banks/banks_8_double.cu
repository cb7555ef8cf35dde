// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Doubles one after another.

__global__ void banks_8_double(double *b)
    /*@cost wavefronts = 4*warps*/ {
  __shared__ double tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[t];
}
