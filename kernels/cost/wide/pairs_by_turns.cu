// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Two places by turns, in one sector.

__global__ void pairs_by_turns(const float2 *a, float2 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 9*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t % 2];
}
