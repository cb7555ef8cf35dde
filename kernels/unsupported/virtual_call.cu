// expect: unsupported
//--local_size=64 --num_groups=4
// A virtual call on an object of unknown class.
struct Operation {
  __device__ virtual int apply(int x) const = 0;
};

__global__ void virtual_call(const Operation *op, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = op->apply(i); /*@unsupported*/
}
