// expect: verified
//--blockDim=64 --gridDim=1
// A structure is copied whole, in pieces larger than its members: each member has a place of its own.
struct S { int x[40]; };
__global__ void k(S *a, S *b) {
  b[threadIdx.x] = a[threadIdx.x];
  __assert(__write_implies(b, __write_offset_bytes(b) / sizeof(S) == threadIdx.x));
  __assert(__write_implies(b, __write_offset_bytes(b) % 4 == 0));
}
