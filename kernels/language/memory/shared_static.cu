// expect: verified
//--local_size=[16,16] --num_groups=[2,2]
// Static shared memory in two dimensions.

__global__ void shared_static(float *a) {
  __shared__ float tile[16][16];
  const int i = (blockIdx.y * 16 + threadIdx.y) * 32 + blockIdx.x * 16 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = a[i];
  __syncthreads();
  a[i] = tile[15 - threadIdx.y][15 - threadIdx.x];
}
