// expect: race
//--local_size=32 --num_groups=4
// Likewise, but the second is read where only the first has been waited for.
__device__ void copy16(void *to, const void *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory"); /*@race*/
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
  out[g] = second[31 - t]; /*@race*/
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[g + 32] = first[31 - t];
}
