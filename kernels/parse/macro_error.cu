// expect stores: error
// expect fills: verified
//--local_size=64 --num_groups=4
// An error in a macro is where the macro is used.
#define STORE(p, v) p[threadIdx.x + blockIdx.x * blockDim.x] = v + missing_name
#define FILL(p, v) p[threadIdx.x + blockIdx.x * blockDim.x] = v

__global__ void stores(int *a) {
  STORE(a, 1);
}

__global__ void fills(int *a) {
  FILL(a, 1);
}
