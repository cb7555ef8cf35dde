// expect: verified
//--local_size=64 --num_groups=2
// Memory from malloc is each thread's own; who gets none leaves.

__global__ void scratch(int *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *q = (int *)malloc(n * sizeof(int));
  if (q == nullptr)
    return;
  for (int k = 1; k < n; ++k)
    q[k] = n; // no other thread writes here
  q[0] = i;
  p[q[0]] = q[3];
  free(q);
}
