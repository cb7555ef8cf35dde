// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every second float4: a sector for each lane.

__global__ void quads_apart(const float4 *a, float4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 48*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[2 * t];
}
