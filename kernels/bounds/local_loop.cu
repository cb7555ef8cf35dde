// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A short loop fills a local array.

__global__ void local_loop(int *out) {
  int l[8];
  for (int i = 0; i < 8; i++)
    l[i] = i;
  out[threadIdx.x] = l[3];
}
