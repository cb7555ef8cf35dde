// expect: verified
//--local_size=* --num_groups=*
// Reverses the three axes of a tensor; the digits are taken one after the other.
__global__ void reverse_axes(float *out, const float *in, int a, int b, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b * c) {
    int z = i % c;
    int y = i / c % b;
    int x = i / c / b;
    out[(z * b + y) * a + x] = in[i];
  }
}
