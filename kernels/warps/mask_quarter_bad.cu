// expect: race
//--local_size=64 --num_groups=2
// The neighbour is one of the next eight lanes.
__global__ void mask_quarter(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  const unsigned mask = 0xffu << (lane & 24);
  s[t] = p[blockIdx.x * 64 + t]; /*@race*/
  __syncwarp(mask);
  p[blockIdx.x * 64 + t] = s[t ^ 8] + __ballot_sync(mask, s[t] > 0); /*@race*/
}
