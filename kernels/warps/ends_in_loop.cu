// expect: verified
//--local_size=64 --num_groups=1
// The twin of ends_in_loop_bad.cu: all of the warp wait.
__global__ void ends_in_loop(int *p, int n) {
  const int t = threadIdx.x;
  __syncwarp();
  if (t % 2 == 0) {
    p[t] = n;
  } else {
    for (int j = 0; j < (n & 3); ++j)
      p[t] = j;
  }
}
