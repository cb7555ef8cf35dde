// expect: unknown
//--block-dim=2 --grid-dim=1
// Who finds the cell taken is one thread of two, if it holds zero at launch; nobody says so of a cell this far on either.
__global__ void k(int *d, int *come) {
  if (atomicCAS(&come[256], 0, 1) != 0)
    d[7] = threadIdx.x;
}
