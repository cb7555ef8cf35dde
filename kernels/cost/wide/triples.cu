// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// CUDA's float3 is aligned to four bytes: three requests, each of which touches all 12 sectors.

__global__ void triples(const float3 *a, float3 *b)
    /*@cost requests = 6*warps*/ /*@cost sectors = 72*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
