// expect: verified
//--local_size=[16,16] --num_groups=[8,8]
// The distances of all pairs of points, packed: the triangle above the diagonal, row after row.

__global__ void pair_distances(const float *point, float *distance) {
  const int n = 128;
  const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  if (j <= i)
    return;
  distance[i * n - i * (i + 1) / 2 + (j - i - 1)] = fabsf(point[i] - point[j]);
}
