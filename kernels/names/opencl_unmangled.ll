; expect: unsupported
;--local_size=8 --num_groups=1
; A C function called barrier is not OpenCL's _Z7barrierj.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"

declare spir_func void @barrier(i32)

define spir_kernel void @opencl_unmangled(ptr addrspace(1) %p) {
  call spir_func void @barrier(i32 1)
  ret void
}
