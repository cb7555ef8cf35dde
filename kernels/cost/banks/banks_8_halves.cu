// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Both halves of a warp load the same 16 float2.

__global__ void banks_8_halves(float2 *b)
    /*@cost wavefronts = 4*warps*/ {
  __shared__ float2 tile[64];
  int t = threadIdx.x;
  tile[t] = make_float2(t, 1);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[t % 16];
}
