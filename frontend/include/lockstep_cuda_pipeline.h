// lockstep_cuda_pipeline.h: asynchronous copies of a thread in groups of the hardware, served as <cuda_pipeline.h> and
// <cuda_pipeline_primitives.h>. What is only declared is refused by name.
#pragma once

LKS_D void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
  __lockstep_copy(to, from, size, size - zeros, 0, 0);
}
LKS_D void __pipeline_commit() { __lockstep_copy_commit(0); }
LKS_D void __pipeline_wait_prior(size_t prior) { __lockstep_copy_wait((unsigned)prior, 0, 0); }
typedef unsigned long long __mbarrier_t;
__device__ void __pipeline_arrive_on(__mbarrier_t *);
