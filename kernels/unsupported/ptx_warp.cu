// expect: unsupported
//--local_size=32 --num_groups=1
// A shuffle in assembly.

__global__ void warp(int *p) {
  int v;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(v) : "r"(p[threadIdx.x])); /*@unsupported*/
  p[threadIdx.x] = v;
}
