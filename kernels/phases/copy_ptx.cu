// expect: verified
//--local_size=32 --num_groups=4
// Two groups of cp.async: the last one may still be under way where the first is read.
__device__ void copy16(void *to, const void *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__global__ void copy_ptx(const float4 *in, float4 *out) {
  __shared__ float4 first[32], second[32];
  const int t = threadIdx.x, g = blockIdx.x * 64 + t;
  copy16(&first[t], in + g);
  asm volatile("cp.async.commit_group;" ::: "memory");
  copy16(&second[t], in + g + 32);
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[g] = first[31 - t];
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[g + 32] = second[31 - t];
}
