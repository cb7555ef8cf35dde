// expect: verified
//--local_size=8 --num_groups=1
// Tables that nobody can change: of the function, and of the device where they are const.
__constant__ const int swap[4] = {1, 0, 3, 2};
__global__ void device_table(int *p) {
  static const int back[4] = {3, 2, 1, 0};
  const int t = threadIdx.x;
  p[t / 4 * 4 + back[t % 4]] = t;
  __syncthreads();
  p[t / 4 * 4 + swap[t % 4]] = t;
}
