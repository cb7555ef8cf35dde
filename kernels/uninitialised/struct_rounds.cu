// expect: verified
//--local_size=8 --num_groups=1
// The number of rounds is a member of a large structure that one thread copies.
struct Task {
  int n;
  int rest[150];
};
__global__ void k(const Task *p) {
  __shared__ Task t;
  if (threadIdx.x == 0)
    t = *p;
  __syncthreads();
  for (int i = 0; i < t.n; i++)
    __syncthreads();
}
