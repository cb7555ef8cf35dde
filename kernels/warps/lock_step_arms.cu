// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// What one arm of a branch has written is read behind it.
__global__ void arms(int *p) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < 16)
    s[t + 16] = 1;
  else
    p[t] = 2;
  p[t + 32] = s[t];
}
