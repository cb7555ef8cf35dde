// expect: race
//--local_size=64 --num_groups=1
// A lane reads what one of the other set wrote.
__global__ void mask_two_sets(int *o) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  if (lane < 6) {
    s[t] = t; /*@race*/
    __syncwarp(lane < 3 ? 0x07 : 0x38);
    o[t] = s[lane < 3 ? t + 3 : t - 3]; /*@race*/
  }
  __syncthreads();
}
