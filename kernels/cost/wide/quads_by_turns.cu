// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Lanes load four float4 by turns: each eight lanes touch both sectors.

__global__ void quads_by_turns(const float4 *a, float4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 18*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t % 4];
}
