// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// All lanes load one float4: one sector. They store 16.

__global__ void quads_broadcast(const float4 *a, float4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 17*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[blockIdx.x];
}
