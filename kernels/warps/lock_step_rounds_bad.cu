// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Who has left the loop earlier writes while the others go round; what it writes, they read.
__global__ void rounds(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  int sum = 0;
  for (int i = 0; i < t; ++i) {
    if (i == t - 1) {
      s[t] = i;
      break;
    }
    sum += s[i + 1];
  }
  p[t] = sum;
}
