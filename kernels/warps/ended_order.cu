// expect: verified
//--local_size=32 --num_groups=1
// Who ends has left nothing behind that the others read.
__global__ void ended_order(int *o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if ((t & 3) == 3)
    return;
  __syncwarp();
  o[t] = s[(t & 3) == 2 ? t - 1 : t];
}
