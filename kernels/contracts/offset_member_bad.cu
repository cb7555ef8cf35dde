// expect: assertion
//--blockDim=64 --gridDim=1
// Twin: the last member is written, too.
struct S { int x[40]; };
__global__ void k(S *a, S *b) {
  b[threadIdx.x] = a[threadIdx.x];
  __assert(__write_implies(b, __write_offset_bytes(b) % sizeof(S) != 156)); /*@assert*/
}
