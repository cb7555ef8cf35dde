// expect: verified
//--blockDim=64 --gridDim=1
// A pointer that is copied whole, in two parts.
__global__ void pointer_parts(int *out, int i, int j) {
  int *a[4], *b[4];
  for (int t = 0; t < 4; ++t) {
    a[t] = out;
    b[t] = out + 64 * threadIdx.x;
  }
  memcpy(&a[i & 3], &b[j & 3], 1);
  memcpy(reinterpret_cast<char *>(&a[i & 3]) + 1, reinterpret_cast<char *>(&b[j & 3]) + 1, 7);
  *a[i & 3] = threadIdx.x;
}
