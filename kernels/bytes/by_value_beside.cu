// expect: verified
//--blockDim=64 --gridDim=1
// What stands beside the pointer is overwritten.
struct Large {
  int *p, *q;
  char rest[304];
};
__global__ void by_value_beside(Large s) {
  if (s.p == nullptr)
    return;
  if (threadIdx.x == 5)
    memset(&s.rest, 0, 8);
  if (s.p != nullptr)
    __syncthreads();
}
