// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every fourth lane has a part: two of each quarter.

__global__ void banks_16_few(float4 *b)
    /*@cost wavefronts = 8*warps*/ {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  if (t % 4 == 0)
    tile[t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  if (t % 4 == 0)
    b[blockIdx.x * blockDim.x + t] = tile[t];
}
