// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// The struct of struct_of_four.cu, aligned to all its bytes: one request each way.

struct __align__(16) Point {
  float x, y, z, w;
};

__global__ void struct_of_four_aligned(const Point *a, Point *b) /*@cost requests = 2*warps*/ /*@cost sectors = 32*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
