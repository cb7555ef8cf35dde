// expect: unsupported
//--local_size=64 --num_groups=4
// Recursion cannot be inlined.
__device__ int tree(const int *left, int node) {
  int sum = node;
  if (node > 0)
    sum += 3 * tree(left, left[node]) - tree(left, left[node] + 1);
  return sum;
}

__global__ void recursion(const int *left, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tree(left, i); /*@unsupported*/
}
