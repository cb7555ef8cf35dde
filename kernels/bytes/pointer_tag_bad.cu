// expect: race
//--blockDim=64 --gridDim=2
// An address that is no object's is a number to its last bit: 1 is not null.
union Entry {
  int *p;
  unsigned long u;
};
__global__ void pointer_tag(int *out, int i, int j) {
  Entry table[4];
  for (int t = 0; t < 4; ++t)
    table[t].p = nullptr;
  table[i & 3].u = 1;
  if (table[j & 3].p != nullptr)
    out[0] = threadIdx.x; /*@race*/
}
