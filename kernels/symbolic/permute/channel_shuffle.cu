// expect: verified
//--local_size=* --num_groups=*
// Channel shuffle: the channels of g groups are interleaved.
__global__ void channel_shuffle(const float *x, float *y, int n, int groups, int per_group, int area) {
  int channels = groups * per_group;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * channels * area)
    return;
  int p = i % area;
  int c = i / area % channels;
  int b = i / area / channels;
  int g = c / per_group;
  int k = c % per_group;
  int to = k * groups + g;
  y[(b * channels + to) * area + p] = x[i];
}
