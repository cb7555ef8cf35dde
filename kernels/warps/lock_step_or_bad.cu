// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Two ways lead to one block: who comes by the one need not wait for who comes by the other.
__global__ void either(int *p, int a) {
  __shared__ int s[33];
  const int t = threadIdx.x;
  if (t % 2 == 0 || p[t + 32] > a) {
    s[t + 1] = t;
    p[t] = s[t];
  }
}
