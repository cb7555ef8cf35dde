// expect: race
//--block-dim=64 --grid-dim=4 --accept-conditions=all
// Where first >= last nothing is accessed: that is no condition under which the loop is right.
__global__ void sum(float *d, int first, int last) {
  for (int i = first; i < last; ++i)
    d[i] = threadIdx.x; /*@race*/
}
