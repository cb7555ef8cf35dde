// expect: unsupported
//--local_size=128 --num_groups=4
// Barrier 0 is __syncthreads', and here of some threads.
__global__ void named_zero(int *out) {
  const int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.sync 0, 64;" ::: "memory"); /*@unsupported*/
  __syncthreads();
  out[blockIdx.x * 128 + t] = t;
}
