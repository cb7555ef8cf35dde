// expect: verified
//--local_size=256 --num_groups=[*,*]
// Mean of each plane: a block for a plane, a reduction in shared memory, the first thread writes.
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
    out[plane] = part[0] / area;
}
