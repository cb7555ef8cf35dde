// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Four neighbours add at the same place.

__global__ void atomics_by_fours(int *a)
    /*@cost requests = warps*/ /*@cost sectors = 1*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[t / 4], t);
}
