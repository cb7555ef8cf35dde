// expect: race
//--local_size=32 --num_groups=[*,*]
// A token is one head wide.
struct Heads {
  int count;
  int dim;
};
__global__ void norm_heads(float *q, Heads heads, float eps) {
  __shared__ float part[32];
  const int head = blockIdx.y;
  if (head >= heads.count || heads.dim < 0)
    return;
  float *x = q + ((long long)blockIdx.x * 1 + head) * heads.dim;
  float sum = 0;
  for (int i = threadIdx.x; i < heads.dim; i += 32)
    sum += x[i] * x[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += part[k];
  const float s = rsqrtf(sum / heads.dim + eps);
  for (int i = threadIdx.x; i < heads.dim; i += 32)
    x[i] *= s; /*@race*/
}
