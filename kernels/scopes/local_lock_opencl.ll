; expect: verified
;--local_size=8 --num_groups=1
; In OpenCL a lock in local memory orders local memory by its atomics alone.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)

define spir_kernel void @local_lock_opencl(ptr addrspace(3) %lock, ptr addrspace(3) %sum) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %free, label %begin
free:
  store i32 0, ptr addrspace(3) %lock, align 4
  br label %begin
begin:
  call spir_func void @_Z7barrierj(i32 1)
  br label %spin
spin:
  %old = atomicrmw xchg ptr addrspace(3) %lock, i32 1 acquire, align 4
  %won = icmp eq i32 %old, 0
  br i1 %won, label %in, label %spin
in:
  %v = load i32, ptr addrspace(3) %sum, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(3) %sum, align 4
  store atomic i32 0, ptr addrspace(3) %lock release, align 4
  ret void
}
