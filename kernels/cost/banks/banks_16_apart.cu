// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every second float4.

__global__ void banks_16_apart(float4 *b)
    /*@cost wavefronts = 16*warps*/ {
  __shared__ float4 tile[128];
  int t = threadIdx.x;
  tile[2 * t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[2 * t];
}
