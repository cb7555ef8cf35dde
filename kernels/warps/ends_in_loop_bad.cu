// expect: divergence
//--local_size=64 --num_groups=1
// Half of a warp waits for the other half, which goes on to use memory where they would come together again, if only in a loop.
__global__ void ends_in_loop(int *p, int n) {
  const int t = threadIdx.x;
  if (t % 2 == 0)
    __syncwarp(); /*@divergence*/
  for (int j = 0; j < (n & 3); ++j)
    p[t] = j;
}
