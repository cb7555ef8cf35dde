// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// The lanes of a block in reversed order: the sectors are the same.

__global__ void quads_reversed(const float4 *a, float4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 32*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x];
}
