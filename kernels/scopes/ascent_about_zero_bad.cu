// expect: race
//--block-dim=3 --grid-dim=1
// Of whole numbers -1, 0 and 1 have one half: three threads come.
__global__ void climb(int *d, int *come) {
  const int n = (int)threadIdx.x - 1;
  d[n + 1] = n;
  __threadfence();
  if (atomicExch(&come[n / 2], 1) == 0)
    return;
  __threadfence();
  d[3] = d[0] + d[1] + d[2];
}
