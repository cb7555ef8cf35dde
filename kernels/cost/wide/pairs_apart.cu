// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Every second float2.

__global__ void pairs_apart(const float2 *a, float2 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 24*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[2 * t];
}
