// expect: race
//--local_size=8 --num_groups=1
// The twin of own_math.cu: normalize writes the neighbour's component.

struct Vec {
  float *v;
  __device__ float length() const { return v[threadIdx.x]; } /*@race*/
  __device__ void normalize() { v[threadIdx.x ^ 1] = 1; } /*@race*/
};

__global__ void own_math_bad(float *p) {
  Vec a{p};
  a.normalize();
  float l = a.length();
}
