// expect: unsupported
//--local_size=32 --num_groups=1
// CUDA's asynchronous copies, as the headers of its pipelines make them: the copy may be under way until it is waited for.

__global__ void cp_async(int *p) {
  __shared__ int s[32];
  __nvvm_cp_async_ca_shared_global_4((__attribute__((address_space(3))) int *)&s[threadIdx.x],
                                     (__attribute__((address_space(1))) int *)&p[threadIdx.x]);
  __nvvm_cp_async_wait_all();
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
