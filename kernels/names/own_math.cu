// expect: verified
//--local_size=8 --num_groups=1
// Functions of the file named like builtins, with bodies, in namespaces and classes.

namespace mine {
__device__ float exp(float *p) { return p[threadIdx.x]; }
__device__ int select(int *p, int i) { return p[i]; }
} // namespace mine
struct Vec {
  float *v;
  __device__ float length() const { return v[threadIdx.x]; }
  __device__ void normalize() { v[threadIdx.x] = 1; }
};

__global__ void own_math(float *p, int *q) {
  Vec a{p};
  a.normalize();
  p[threadIdx.x] = mine::exp(p) + a.length();
  q[threadIdx.x] = mine::select(q, threadIdx.x);
}
