// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every second float2.

__global__ void banks_8_apart(float2 *b)
    /*@cost wavefronts = 8*warps*/ {
  __shared__ float2 tile[128];
  int t = threadIdx.x;
  tile[2 * t] = make_float2(t, 1);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[2 * t];
}
