// expect: race
//--block_dim=32 --grid_dim=1
// Each lane leaves in a round of its own, and stores a value of its own to one place.

__global__ void before_break_bad(int *b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (i == t) {
      b[0] = t; /*@race*/
      break;
    }
}
