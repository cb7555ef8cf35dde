// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Aligned to half of its bytes, the struct of struct_of_four.cu is two requests.

struct __align__(8) Point {
  float x, y, z, w;
};

__global__ void struct_half_aligned(const Point *a, Point *b) /*@cost requests = 4*warps*/ /*@cost sectors = 64*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Point p = a[t];
  p.x += 1;
  b[t] = p;
}
