// expect: verified
//--block-dim=32 --grid-dim=1
// A lane reads back what it has written: nobody else writes between the two.
__global__ void own_value(int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  if (t < 24) {
    int *mine = &s[2 * t];
    mine[0] = 0;
    __syncwarp(0xffffff);
    mine[2] = t;
    mine[1] = t;
    out[mine[1]] = t;
  }
}
