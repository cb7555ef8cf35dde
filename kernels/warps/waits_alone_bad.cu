// expect: divergence
//--block-dim=1 --grid-dim=1
// A mask that does not name the only thread.
__global__ void waits_alone(int *o) {
  __syncwarp(0x2u); /*@divergence*/
  o[0] = 1;
}
