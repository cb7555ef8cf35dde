// expect: unsupported
//--local_size=32 --num_groups=1
// The same in assembly.

__global__ void cp_async(int *p, unsigned at) {
  __shared__ int s[32];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at + 4 * threadIdx.x), "l"(p + threadIdx.x));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
