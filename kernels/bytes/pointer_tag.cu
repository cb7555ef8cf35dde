// expect: verified
//--blockDim=64 --gridDim=2
// The twin of pointer_tag_bad.cu: nothing but null is in the table.
union Entry {
  int *p;
  unsigned long u;
};
__global__ void pointer_tag(int *out, int i, int j) {
  Entry table[4];
  for (int t = 0; t < 4; ++t)
    table[t].p = nullptr;
  table[i & 3].u = 0;
  if (table[j & 3].p != nullptr)
    out[0] = threadIdx.x;
}
