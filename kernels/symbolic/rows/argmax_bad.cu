// expect: race
//--local_size=256 --num_groups=*
// The barrier stands in front of the loop only.
struct Best {
  float value;
  int place;
};
__global__ void argmax(int *best, float *value, const float *in, int cols) {
  __shared__ Best b[256];
  const int t = threadIdx.x;
  const float *row = in + (size_t)blockIdx.x * cols;
  Best own = {-INFINITY, 0};
  for (int c = t; c < cols; c += blockDim.x)
    if (row[c] > own.value) {
      own.value = row[c];
      own.place = c;
    }
  b[t] = own;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s && b[t + s].value > b[t].value)
      b[t] = b[t + s]; /*@race*/
  }
  if (t == 0) {
    best[blockIdx.x] = b[0].place;
    value[blockIdx.x] = b[0].value;
  }
}
