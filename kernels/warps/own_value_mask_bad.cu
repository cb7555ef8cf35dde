// expect: race
//--block-dim=32 --grid-dim=1
// What a lane has written its neighbour has overwritten since, behind a barrier of some lanes.
__global__ void own_value(int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  if (t < 24) {
    int *mine = &s[2 * t];
    mine[0] = t;
    __syncwarp(0xffffff);
    mine[2] = 0;
    __syncwarp(0xffffff);
    out[mine[0]] = t; /*@race*/
  }
}
