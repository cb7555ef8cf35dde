// expect: race
//--local_size=256 --num_groups=4
// Both halves use one number: it is passed by whoever comes first.
__global__ void named_teams(int *out) {
  __shared__ int tile[256];
  const int t = threadIdx.x, warp = t / 32;
  tile[t] = t; /*@race*/
  if (warp < 4)
    asm volatile("bar.sync 1, 128;" ::: "memory");
  else
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[blockIdx.x * 256 + t] = tile[t ^ 127]; /*@race*/
}
