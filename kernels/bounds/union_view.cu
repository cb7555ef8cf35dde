// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A union is as long as its longest member.

union Word {
  int whole;
  unsigned char bytes[4];
};

__global__ void union_view(int *out) {
  Word w{(int)threadIdx.x};
  w.bytes[3] = 1;
  out[threadIdx.x] = w.whole;
}
