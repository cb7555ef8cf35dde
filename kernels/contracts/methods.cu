// expect: verified
//--blockDim=64 --gridDim=4
// Contracts of a method.
struct Cell {
  int *p;
  __device__ int put(int i) const {
    __requires(i >= 0);
    __ensures(__return_val_int() == i + 1);
    __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == threadIdx.x + 64 * blockIdx.x));
    p[threadIdx.x + 64 * blockIdx.x] = i;
    return i + 1;
  }
};
__global__ void k(int *a) {
  Cell c = {a};
  int next = c.put(5);
  __assert(next == 6);
}
