// expect: verified
//--block_dim=32 --grid_dim=1
// runs: local 32; groups 1; n 0 1 5 32 40
// Each lane leaves in a round of its own, and stores before it meets the others behind the loop.

__global__ void before_break(int *b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (i == t) {
      b[0] = 1;
      break;
    }
}
