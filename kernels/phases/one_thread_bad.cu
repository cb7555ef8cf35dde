// expect: divergence
//--local_size=1 --num_groups=4
// The one thread waits for ever: 64 threads have to come.
__global__ void one_thread(int *o) {
  asm volatile("bar.sync 1, 64;"); /*@divergence*/
  o[blockIdx.x] = 1;
}
