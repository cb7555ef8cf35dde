// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column of float2: all lanes on the same two banks.

__global__ void banks_8_column(float2 *b)
    /*@cost wavefronts = 64*warps*/ {
  __shared__ float2 tile[1024];
  int t = threadIdx.x;
  tile[16 * t] = make_float2(t, 1);
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = tile[16 * t];
}
