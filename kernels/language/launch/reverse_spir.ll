; expect: verified
;--local_size=64 --num_groups=16
; LLVM assembly in the SPIR dialect: a group reverses its part through local memory.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@buffer = internal addrspace(3) global [64 x i32] undef, align 4

define spir_kernel void @reverse(ptr addrspace(1) %a) {
entry:
  %lid = call spir_func i64 @_Z12get_local_idj(i32 0)
  %gid = call spir_func i64 @_Z13get_global_idj(i32 0)
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %gid
  %v = load i32, ptr addrspace(1) %mine, align 4
  %slot = getelementptr inbounds [64 x i32], ptr addrspace(3) @buffer, i64 0, i64 %lid
  store i32 %v, ptr addrspace(3) %slot, align 4
  call spir_func void @_Z7barrierj(i32 1) #0
  %other = sub i64 63, %lid
  %from = getelementptr inbounds [64 x i32], ptr addrspace(3) @buffer, i64 0, i64 %other
  %w = load i32, ptr addrspace(3) %from, align 4
  store i32 %w, ptr addrspace(1) %mine, align 4
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32) #0

attributes #0 = { convergent nounwind }
