// expect: race
//--block-dim=8 --grid-dim=1
// The twin of ptx_nc.cu: ld.global.nc of what the kernel has written.
__global__ void ptx_nc_bad(int *d, int *o) {
  d[threadIdx.x] = 5 + threadIdx.x; /*@race*/
  __syncthreads();
  int v;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(&d[7 - threadIdx.x])); /*@race*/
  o[threadIdx.x] = v;
}
