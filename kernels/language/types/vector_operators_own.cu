// expect: verified
//--blockDim=64 --gridDim=1
// What a program defines itself goes first, be it a template.
inline __host__ __device__ int2 operator+(int2 a, int2 b) { return make_int2(a.x - b.x, a.y); }
inline __host__ __device__ int2 make_int2(int s) { return make_int2(s, 7); }
inline __host__ __device__ void operator+=(int2 &a, int2 b) { a.x += 3 * b.x; }
template <typename T> __device__ T operator*(T a, T b) { return b; }
template <typename T> __device__ int dot(T a, T b) { return 5; }
__global__ void k(int *a) {
  int t = threadIdx.x;
  int2 v = make_int2(t);
  __assert(v.y == 7);
  __assert((v + v).x == 0);
  __assert((v * make_int2(1, 2)).y == 2);
  __assert(dot(v, v) == 5);
  v += make_int2(1, 1);
  __assert(v.x == t + 3);
  a[v.x] = t;
}
