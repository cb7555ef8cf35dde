// expect: verified
//--local_size=1 --num_groups=4
// All threads have come: there is one.
__global__ void one_thread(int *o) {
  asm volatile("bar.sync 1;");
  o[blockIdx.x] = 1;
}
