// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column of float4: all lanes on the same four banks.

__global__ void banks_16_column(float4 *b)
    /*@cost wavefronts = 64*warps*/ {
  __shared__ float4 tile[512];
  int t = threadIdx.x;
  tile[8 * t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[8 * t];
}
