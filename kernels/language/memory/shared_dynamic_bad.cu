// expect: race
//--local_size=64 --num_groups=4
// The cut is one element too low: b[0] is a[63].
extern __shared__ char raw[];

__global__ void shared_dynamic(int *out) {
  int *a = (int *)raw;
  int *b = a + blockDim.x - 1;
  const int t = threadIdx.x;
  a[t] = t;      /*@race*/
  b[t] = -t - 1; /*@race*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = a[63 - t] + b[(t + 1) % 64];
}
