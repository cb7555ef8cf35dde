// expect: divergence
//--block-dim=1 --grid-dim=1
// One thread waits for 64.
__global__ void named_alone(int *o) {
  asm volatile("bar.sync 1, 64;" ::: "memory"); /*@divergence*/
  o[0] = 1;
}
