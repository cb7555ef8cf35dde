// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// All lanes add at one place.

__global__ void atomics_one(int *a)
    /*@cost requests = warps*/ /*@cost sectors = 1*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[0], t);
}
