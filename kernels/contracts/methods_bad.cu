// expect: assertion
//--blockDim=64 --gridDim=4
// Twin: the result is another one.
struct Cell {
  int *p;
  __device__ int put(int i) const {
    __ensures(__return_val_int() == i + 1); /*@assert*/
    p[threadIdx.x + 64 * blockIdx.x] = i;
    return i;
  }
};
__global__ void k(int *a) {
  Cell c = {a};
  c.put(5);
}
