// expect: race
//--local_size=8 --num_groups=1
// The twin of unreachable_default.cu: a case that can be reached.

__global__ void unreachable_default_bad(int *p, int m) {
  int i = threadIdx.x;
  switch (m) {
  case 0:
    p[i] = 1;
    break;
  case 1:
    p[i / 2] = i; /*@race*/
    break;
  default:
    __builtin_unreachable();
  }
}
