// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Two numbers of two bytes, aligned to two: two requests of four sectors.

struct Both {
  short x, y;
};

__global__ void shorts_not_aligned(const Both *a, Both *b)
    /*@cost requests = 4*warps*/ /*@cost sectors = 16*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
