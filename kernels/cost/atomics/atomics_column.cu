// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A column: a sector for each lane.

__global__ void atomics_column(int *a)
    /*@cost requests = warps*/ /*@cost sectors = 32*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[32 * t], t);
}
