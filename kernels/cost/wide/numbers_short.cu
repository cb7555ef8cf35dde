// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Numbers of two bytes: two sectors.

__global__ void numbers_short(const short *a, short *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 4*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
