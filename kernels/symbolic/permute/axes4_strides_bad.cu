// expect: race
//--local_size=* --num_groups=*
// The stride of a head is that of the input.
__global__ void swap_middle(float *y, const float *x, int B, int S, int H, int D) {
  const int in_h = D;
  const int in_s = H * in_h;
  const int in_b = S * in_s;
  const int out_s = D;
  const int out_h = in_h;
  const int out_b = H * S * out_s;
  const int total = B * in_b;
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < total) {
    int b = i / in_b;
    int r = i - b * in_b;
    int s = r / in_s;
    r -= s * in_s;
    int h = r / in_h;
    int d = r - h * in_h;
    y[b * out_b + h * out_h + s * out_s + d] = x[i]; /*@race*/
  }
}
