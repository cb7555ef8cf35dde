// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column of numbers of two bytes: a sector for each lane, and two to store them.

__global__ void numbers_short_column(const short *a, short *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 34*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[32 * t];
}
