// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// The lower half of a warp alone has a part.

__global__ void banks_8_few(float2 *b)
    /*@cost wavefronts = 2*warps*/ {
  __shared__ float2 tile[64];
  int t = threadIdx.x;
  if (t % 32 < 16)
    tile[t] = make_float2(t, 1);
  __syncthreads();
  if (t % 32 < 16)
    b[blockIdx.x * blockDim.x + t] = tile[t];
}
