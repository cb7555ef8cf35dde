// expect: race
//--local_size=* --num_groups=*
// The radix of the last digit is the other axis.
__global__ void reverse_axes(float *out, const float *in, int a, int b, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b * c) {
    int z = i % c;
    int y = i / c % b;
    int x = i / c / b;
    out[(z * b + y) * b + x] = in[i]; /*@race*/
  }
}
