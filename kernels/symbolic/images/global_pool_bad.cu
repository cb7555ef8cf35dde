// expect: race
//--local_size=256 --num_groups=[*,*]
// The results of a picture are as far apart as there are pictures.
__global__ void global_pool(float *out, const float *in, int area) {
  __shared__ float part[256];
  const int tid = threadIdx.x;
  const size_t plane = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
  float sum = 0;
  for (int i = tid; i < area; i += blockDim.x)
    sum += in[plane * area + i];
  part[tid] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (tid < s)
      part[tid] += part[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[(size_t)blockIdx.y * gridDim.y + blockIdx.x] = part[0] / area; /*@race*/
}
