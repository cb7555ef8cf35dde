// expect: race
//--local_size=64 --num_groups=1
// The radix is computed of a size in memory before a barrier, and used behind it; the column is missing from the place.
__global__ void k(int *out, const int *sizes, int d) {
  __shared__ int first;
  int s = sizes[0];
  if (s < 1 || d < 1 || s * d < 64)
    return;
  int m = s * d;
  if (threadIdx.x == 0)
    first = 0;
  __syncthreads();
  int r = (int)threadIdx.x % m;
  out[r / d + first] = threadIdx.x; /*@race*/
}
