// expect: race
//--local_size=* --num_groups=*
// A row begins where the row before it has its last element.
__global__ void scale_triangle(float *packed, const float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float *row = packed + i * (i - 1) / 2;
  for (int j = 0; j <= i; ++j)
    row[j] *= scale[i]; /*@race*/
}
