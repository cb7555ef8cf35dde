// expect: verified
//--blockDim=8 --gridDim=1
// A branch on which lanes disagree, and a loop that they leave one after the other.
__global__ void divergent(int *a) {
  int i = threadIdx.x;
  int v = 0;
  if (i < 2)
    v = 10;
  else
    v = 20;
  while (v > 18 - i)
    v -= 2;
  a[i] = v;
}
