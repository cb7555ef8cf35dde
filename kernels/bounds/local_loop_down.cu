// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A loop goes down to the first element.

__global__ void local_loop_down(int *out) {
  int l[8];
  for (int i = 7; i >= 0; i--)
    l[i] = i;
  out[threadIdx.x] = l[3];
}
