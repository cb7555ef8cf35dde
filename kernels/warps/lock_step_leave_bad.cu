// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Who leaves the loop writes on its way out what those who go on read in a later round.
__global__ void leave(int *p) {
  __shared__ int s[33];
  const int t = threadIdx.x;
  s[t] = t;
  int sum = 0;
  for (int i = 0; i < t; ++i) {
    sum += s[i];
    if (i == t - 1) {
      s[t] = i;
      break;
    }
  }
  p[t] = sum;
}
