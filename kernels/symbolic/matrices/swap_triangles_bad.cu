// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// Both threads of a pair swap it.
__global__ void transpose_square(int *m, unsigned n, unsigned ld) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (n > 32768 || ld < n || ld > 65536)
    return;
  if (x >= n || y >= n || x == y)
    return;
  int *p = m + y * ld + x;
  int *q = m + x * ld + y;
  int t = *p; *p = *q; *q = t; /*@race*/
}
