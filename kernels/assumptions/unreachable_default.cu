// expect: verified
//--local_size=8 --num_groups=1
// The program promises that the default is not reached.

__global__ void unreachable_default(int *p, int m) {
  int i = threadIdx.x;
  switch (m) {
  case 0:
    p[i] = 1;
    break;
  case 1:
    p[i] = 2;
    break;
  default:
    __builtin_unreachable();
  }
}
