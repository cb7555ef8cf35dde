// expect: assertion
//--blockDim=64 --gridDim=1
namespace x { DECLARE_UF_UNARY(place, unsigned, unsigned); }
namespace y { DECLARE_UF_UNARY(place, unsigned, unsigned); }
// Two functions that have one name in different namespaces are two.
__global__ void k(unsigned *a, int n) {
  a[threadIdx.x] = n;
  __assert(x::place(n) == y::place(n)); /*@assert*/
}
