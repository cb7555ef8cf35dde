// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// In shared memory the four requests of a struct that is aligned to four bytes meet at every fourth bank, four threads
// on each. tile_of_structs_aligned.cu has one request of four phases, without a conflict.

struct Point {
  float x, y, z, w;
};

__global__ void tile_of_structs(Point *a) /*@cost wavefronts = 32*warps*/ /*@cost conflicts = 24*warps*/ {
  __shared__ Point tile[64];
  int t = threadIdx.x;
  tile[t] = Point{1, 2, 3, float(t)};
  __syncthreads();
  Point p = tile[blockDim.x - 1 - t];
  a[blockIdx.x * blockDim.x + t] = p;
}
