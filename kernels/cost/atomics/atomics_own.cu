// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Each lane adds at a place of its own, one after another.

__global__ void atomics_own(int *a)
    /*@cost requests = warps*/ /*@cost sectors = 4*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[t], t);
}
