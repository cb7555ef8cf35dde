// expect: verified
//--local_size=64 --num_groups=4
// Dynamic shared memory, cut into two arrays of different types.
extern __shared__ char raw[];

__global__ void shared_dynamic(int *out) {
  float *a = (float *)raw;
  int *b = (int *)(a + blockDim.x);
  const unsigned t = threadIdx.x;
  a[t] = t * 0.5f;
  b[t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = (int)a[63 - t] + b[(t + 1) % 64];
}
