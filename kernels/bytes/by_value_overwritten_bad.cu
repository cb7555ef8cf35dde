// expect: divergence
//--blockDim=64 --gridDim=1
// The bytes of a pointer in a parameter are cleared: it is not what the launch has passed any more.
struct Large {
  int *p, *q;
  char rest[304];
};
__global__ void by_value_overwritten(Large s) {
  if (s.p == nullptr)
    return;
  if (threadIdx.x == 5)
    memset(&s.p, 0, 8);
  if (s.p != nullptr)
    __syncthreads(); /*@divergence*/
}
