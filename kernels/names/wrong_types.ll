; expect: unsupported
;--local_size=8 --num_groups=1
; A name of ours with another type.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @__lockstep_atomic_add_i32()
declare void @__lockstep_barrier(ptr)

define ptx_kernel void @wrong_types(ptr %p) {
  %old = call i32 @__lockstep_atomic_add_i32()
  call void @__lockstep_barrier(ptr %p)
  ret void
}
