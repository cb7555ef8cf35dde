// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Which arm of a branch comes first, nobody says.
__global__ void arms(int *p) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < 16)
    s[t + 16] = 1;
  else
    p[t] = s[t];
}
