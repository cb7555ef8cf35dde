// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A loop goes down past the first element.

__global__ void local_loop_down(int *out) {
  int l[8];
  for (int i = 7; i >= -1; i--)
    l[i] = i;
  out[threadIdx.x] = l[3];
}
