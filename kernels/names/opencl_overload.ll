; expect: unsupported
;--local_size=8 --num_groups=1
; prefetch(global int *), which OpenCL has not: somebody's function.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z8prefetchPU3AS1i(ptr addrspace(1))

define spir_kernel void @opencl_overload(ptr addrspace(1) %p) {
  call spir_func void @_Z8prefetchPU3AS1i(ptr addrspace(1) %p)
  ret void
}
