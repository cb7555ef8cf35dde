// expect: verified
//--local_size=64 --num_groups=4
// Four buffers, three tiles on their way.
__device__ __forceinline__ void cp4(void *to, const void *from) {
  unsigned s = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(s), "l"(from) : "memory");
}
__global__ void ring_ptx(const int *in, int *out, int n) {
  __shared__ int buffer[4][64];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll
  for (int s = 0; s < 3; s++) {
    cp4(&buffer[s][t], in + 64 * s + t);
    asm volatile("cp.async.commit_group;\n" ::);
  }
  for (int i = 0; i < n; i++) {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(2));
    __syncthreads();
    sum += buffer[i & 3][63 - t];
    const int next = i + 3;
    if (next < n)
      cp4(&buffer[next & 3][t], in + 64 * next + t);
    asm volatile("cp.async.commit_group;\n" ::);
  }
  out[blockIdx.x * 64 + t] = sum;
}
