// expect: race
//--block-dim=1 --grid-dim=3
// What look like two cells may be one, which the first release passes on.
__global__ void turns_same_cell_bad(int *turn, int *sum, int x) {
  int mine = blockIdx.x;
  while (atomicAdd(&turn[0], 0) != mine)
    ;
  while (atomicAdd(&turn[x], 0) != mine)
    ;
  __threadfence();
  atomicAdd(&turn[0], 1);
  *sum += mine;
}
