// expect: verified
//--local_size=64 --num_groups=4
// memset of global and of private memory.

__global__ void clear_rows(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int local[8];
  memset(local, 0, sizeof(local));
  local[3] = i;
  memset(out + 4 * i, 0, 4 * sizeof(int));
  out[4 * i + 1] = local[3] + local[5];
}
