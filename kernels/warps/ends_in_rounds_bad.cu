// expect: divergence
//--local_size=32 --num_groups=1
// Lanes end in different rounds, each with a store that the others come to in a later one.
__global__ void ends_in_rounds(int *out, const int *rounds, int n) {
  const int left = rounds[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    if (i >= left) {
      out[threadIdx.x] = i;
      return;
    }
    __syncwarp(); /*@divergence*/
  }
}
