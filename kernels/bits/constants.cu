// expect: verified
//--local_size=8 --num_groups=1
// Functions of bits have values: of constants, and of zero.
__global__ void constants(int *p) {
  const int t = threadIdx.x;
  int zero = 0;
  p[8 * __popc(0xff) + t] = 1;           // 64 ..
  p[__clz(zero) + t] = 2;                // 32 ..
  p[8 * __ffs(zero) + t] = 3;            // 0 ..
  p[8 * __ffs(0x10) + t] = 4;            // 40 ..
  p[__clzll(0ll) + 16 + t] = 5;          // 80 ..
  p[__brev(1u << 26) + 64 + t] = 6;      // 96 ..
}
