// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Four bytes that are aligned to four: one request.

__global__ void bytes_aligned(const uchar4 *a, uchar4 *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 8*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
