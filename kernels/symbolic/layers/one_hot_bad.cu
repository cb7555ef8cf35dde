// expect: race
//--local_size=256 --num_groups=*
// A class that does not exist is let through.
__global__ void one_hot(float *out, const int *label, int n, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float *row = out + i * classes;
  for (int c = 0; c < classes; ++c)
    row[c] = 0.0f; /*@race*/
  int l = label[i];
  if (l >= 0 && l <= classes)
    row[l] = 1.0f; /*@race*/
}
