// expect: verified
//--local_size=256 --num_groups=*
// Softmax, a block for each row, two reductions through the same shared array.
#define THREADS 256
__device__ float reduce_max(float *s, float v) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = THREADS / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d)
      s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
    __syncthreads();
  }
  float r = s[0];
  __syncthreads();
  return r;
}
__device__ float reduce_sum(float *s, float v) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = THREADS / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  float r = s[0];
  __syncthreads();
  return r;
}
__global__ void softmax(float *x, int n) {
  __shared__ float s[THREADS];
  float *row = x + (size_t)blockIdx.x * n;
  float m = -INFINITY;
  for (int i = threadIdx.x; i < n; i += THREADS)
    m = fmaxf(m, row[i]);
  m = reduce_max(s, m);
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += THREADS) {
    float e = expf(row[i] - m);
    row[i] = e;
    sum += e;
  }
  sum = reduce_sum(s, sum);
  for (int i = threadIdx.x; i < n; i += THREADS)
    row[i] = row[i] / sum;
}
