// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// Specialisations that do not compile: of a class, of a function, and of a trait that chooses an overload.
template <class T> struct Place {
  static __device__ int at() { return threadIdx.x + blockIdx.x * blockDim.x; }
};
template <> struct Place<int> : unknown_type {
  static __device__ int at() { return 0; }
};

template <class T> __device__ int index() {
  return threadIdx.x + blockIdx.x * blockDim.x;
}
template <> __device__ int index<int>(unknown_type) {
  return 0;
}

template <class T> struct is_fit {
  static constexpr bool value = false;
};
template <> struct is_fit<int> : unknown_type {
  static constexpr bool value = true;
};
template <bool> struct only {};
template <> struct only<true> {
  typedef int type;
};
template <class T> __device__ typename only<is_fit<T>::value>::type chosen(T) {
  return 0;
}
__device__ int chosen(...) {
  return threadIdx.x + blockIdx.x * blockDim.x;
}

template <class T> __global__ void by_class(T *a) {
  a[Place<T>::at()] = 1 + threadIdx.x;
}

template <class T> __global__ void by_function(T *a) {
  a[index<T>()] = 1 + threadIdx.x;
}

__global__ void by_trait(int *a) {
  a[chosen(1)] = 1 + threadIdx.x;
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

void host() {
  by_class<<<1, 1>>>((int *)0);
  by_function<<<1, 1>>>((int *)0);
}
