// expect: race
//--local_size=8 --num_groups=1
// The host may write into a table that is not const before the launch.
__constant__ int swap[4] = {1, 0, 3, 2};
__global__ void device_table(int *p) {
  const int t = threadIdx.x;
  p[t / 4 * 4 + swap[t % 4]] = t; /*@race*/
}
