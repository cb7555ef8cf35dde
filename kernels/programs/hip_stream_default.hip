// expect: verified
// The stream that is none has a name in HIP.
#include <hip/hip_runtime.h>
__global__ void transpose(float *out, const float *in, unsigned width) {
  unsigned x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  out[y * width + x] = in[x * width + y];
}
int main() {
  constexpr unsigned width = 1024;
  constexpr unsigned b = 4;
  float *out, *in;
  hipMalloc(&out, width * width * 4);
  hipMalloc(&in, width * width * 4);
  transpose<<<dim3(width / b, width / b), dim3(b, b), 0, hipStreamDefault>>>(out, in, width);
}
