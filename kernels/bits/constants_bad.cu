// expect: race
//--local_size=8 --num_groups=1
// The number of leading zeros of 0 is 32, which is where the next row begins.
__global__ void constants(int *p) {
  const int t = threadIdx.x;
  int zero = 0;
  p[__clz(zero) + t] = 2;                      /*@race*/
  p[8 * __ffs(0x8) + 7 - t] = 3 + threadIdx.x; /*@race*/
}
