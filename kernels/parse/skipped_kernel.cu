// expect before: verified
// expect lost: error
//--local_size=64 --num_groups=4
// A kernel in text that the parser skips is no kernel of nobody's.
__global__ void before(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

unknown_type p q r __global__ void lost(int *a) {
  a[0] = threadIdx.x;
}
