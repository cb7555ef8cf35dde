// expect: assertion
//--local_size=64 --num_groups=4
// A pointer that may be null is called.
typedef float (*Function)(float);

__device__ float square(float x) { return x * x; }
__device__ float half_of(float x) { return 0.5f * x; }

__global__ void function_pointer_null(float *p, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Function f = nullptr;
  if (mode == 1)
    f = square;
  if (mode == 2)
    f = half_of;
  p[i] = f(p[i]); /*@assert*/
}
