// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// The struct of tile_of_structs.cu, aligned to all its bytes.

struct __align__(16) Point {
  float x, y, z, w;
};

__global__ void tile_of_structs_aligned(Point *a) /*@cost wavefronts = 8*warps*/ /*@cost conflicts = 0*/ {
  __shared__ Point tile[64];
  int t = threadIdx.x;
  tile[t] = Point{1, 2, 3, float(t)};
  __syncthreads();
  Point p = tile[blockDim.x - 1 - t];
  a[blockIdx.x * blockDim.x + t] = p;
}
