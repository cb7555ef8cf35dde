// expect: error
//--block-dim=48 --grid-dim=4
// The author says that in this configuration the file is no program: none of its kernels is judged.
#define BLOCK 48
static_assert(BLOCK % 32 == 0, "whole warps only");
__global__ void fill(int *a) { a[blockIdx.x * BLOCK + threadIdx.x] = 1; }
