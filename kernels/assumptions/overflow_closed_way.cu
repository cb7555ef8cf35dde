// expect: verified
//--blockDim=64 --gridDim=1
// The branch is closed: no thread comes to the access, and nothing is asked about it.
__global__ void k(int *a, unsigned n) {
  int i = 1;
  for (unsigned r = 0; r < n; r++)
    i = i * 3 + 1;
  if (i < 0)
    a[0] = threadIdx.x;
}
