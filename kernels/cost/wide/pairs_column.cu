// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column of float2: a sector for each lane.

__global__ void pairs_column(const float2 *a, float2 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 40*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[32 * t];
}
