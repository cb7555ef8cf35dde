; expect: race
;--local_size=8 --num_groups=1
; The twin of opencl_symbols.ll that stores where max says.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i32 @_Z3maxii(i32, i32)

define spir_kernel void @opencl_symbols(ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %i to i32
  %m = call spir_func i32 @_Z3maxii(i32 %n, i32 3)
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %m
  store i32 %n, ptr addrspace(1) %at
  ret void
}
