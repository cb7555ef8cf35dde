// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Sixteen aligned bytes a lane: one request each way.

__global__ void quads(const float4 *a, float4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 32*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
