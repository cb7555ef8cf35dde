// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Atomics of eight bytes.

__global__ void atomics_long(unsigned long long *a)
    /*@cost requests = warps*/ /*@cost sectors = 8*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[t], t + 1ull);
}
