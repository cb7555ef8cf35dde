// expect: verified
//--block-dim=8 --grid-dim=1
// ld.global.nc of what the kernel does not write, a plain load of what it does.
__global__ void ptx_nc(int *d, const int *table, int *o) {
  d[threadIdx.x] = 5 + threadIdx.x;
  __syncthreads();
  int v, w;
  asm("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(&d[7 - threadIdx.x]));
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(w) : "l"(&table[7 - threadIdx.x]));
  o[threadIdx.x] = v + w;
}
