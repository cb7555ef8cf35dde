// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Atomics whose old value is stored.

__global__ void atomics_returned(int *a, int *b)
    /*@cost requests = 2*warps*/ /*@cost sectors = 8*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = atomicAdd(&a[t], 5);
}
