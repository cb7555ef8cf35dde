// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Sixteen bytes that are aligned to eight: two requests of 16 sectors each way.

struct Mixed {
  double x;
  float y, z;
};

__global__ void double_and_two(const Mixed *a, Mixed *b)
    /*@cost requests = 4*warps*/ /*@cost sectors = 64*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
