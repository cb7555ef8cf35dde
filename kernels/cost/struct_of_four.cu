// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A struct of four numbers is aligned as one of them is: it is copied by four requests, each of which touches all of
// the warp's sectors. struct_of_four_aligned.cu says that it is aligned to all its bytes.

struct Point {
  float x, y, z, w;
};

__global__ void struct_of_four(const Point *a, Point *b) /*@cost requests = 8*warps*/ /*@cost sectors = 128*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
