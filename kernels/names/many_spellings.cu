// expect: unsupported
//--local_size=8 --num_groups=1
// Builtins' names in every place of C++ where a function may be declared.

namespace {
__device__ int popcount(int *p);
}
template <class T> struct Table {
  static __device__ int clz(T *p);
  __device__ int operator()(T *p) const;
};
template <class T> __device__ int hadd(T *p);
extern "C" __device__ int rotate(int *p);
inline namespace v2 {
extern __device__ int upsample(int *p, int n);
}

__global__ void in_anonymous_namespace(int *p) {
  p[threadIdx.x] = popcount(p);
}
__global__ void in_template_class(int *p) {
  p[threadIdx.x] = Table<int>::clz(p);
}
__global__ void an_operator(int *p) {
  p[threadIdx.x] = Table<int>()(p);
}
__global__ void a_template(int *p) {
  p[threadIdx.x] = hadd(p);
}
__global__ void with_c_linkage(int *p) {
  p[threadIdx.x] = rotate(p);
}
__global__ void in_inline_namespace(int *p) {
  p[threadIdx.x] = upsample(p, 1);
}
