// expect: race
//--local_size=32 --num_groups=2
// Shifted too far: two numbers share each cell.
__global__ void reversed_long(int *p) {
  unsigned long long t = threadIdx.x;
  p[32 * blockIdx.x + (__brevll(t) >> 60)] = threadIdx.x; /*@race*/
}
