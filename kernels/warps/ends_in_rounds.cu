// expect: verified
//--local_size=32 --num_groups=1
// Lanes end in different rounds, and do nothing more: the others wait for them until they have.
__global__ void ends_in_rounds(int *out, const int *rounds, int n) {
  const int left = rounds[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    if (i >= left)
      return;
    out[threadIdx.x] = i;
    __syncwarp();
  }
}
