// expect: bounds
//--blockDim=64 --gridDim=1
// A part of one pointer and the rest of another are no pointer, though both lead to one object.
__global__ void pointer_parts(int *out, int i, int j) {
  int *a[4], *b[4];
  for (int t = 0; t < 4; ++t) {
    a[t] = out;
    b[t] = out + 64 * threadIdx.x;
  }
  memcpy(&a[i & 3], &b[j & 3], 1);
  *a[i & 3] = threadIdx.x; /*@bounds*/
}
