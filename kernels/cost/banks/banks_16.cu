// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Sixteen bytes a lane: a quarter of a warp at a time.

__global__ void banks_16(float4 *b)
    /*@cost wavefronts = 8*warps*/ {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  tile[t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[t];
}
