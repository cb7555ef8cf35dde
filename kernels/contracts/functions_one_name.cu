// expect: verified
//--blockDim=64 --gridDim=1
namespace x { DECLARE_UF_UNARY(place, unsigned, unsigned); }
namespace y { DECLARE_UF_UNARY(place, unsigned, unsigned); }
// Each is a function: equal arguments, equal results.
__global__ void k(unsigned *a, int n) {
  a[threadIdx.x] = y::place(n);
  __assert(x::place(n) == x::place(n + 0));
}
