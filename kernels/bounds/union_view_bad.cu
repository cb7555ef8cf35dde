// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// The byte behind a union.

union Word {
  int whole;
  unsigned char bytes[4];
};

__global__ void union_view(int *out) {
  Word w{(int)threadIdx.x};
  w.bytes[threadIdx.x < 63 ? 3 : 4] = 1;
  out[threadIdx.x] = w.whole;
}
