// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Doubles: one request each way.

__global__ void numbers_double(const double *a, double *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 16*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
