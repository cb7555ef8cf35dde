// expect: unsupported
//--local_size=128 --num_groups=4
// Which barrier it is depends on the thread.
__global__ void named_register(int *out) {
  const int t = threadIdx.x;
  asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory"); /*@unsupported*/
  out[blockIdx.x * 128 + t] = t;
}
