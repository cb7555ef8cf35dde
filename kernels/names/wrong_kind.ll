; expect: unsupported
;--local_size=8 --num_groups=1
; A barrier of ours that counts, taking a number of another kind: it is not ours.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__lockstep_barrier_count(float)

define ptx_kernel void @wrong_kind(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @__lockstep_barrier_count(float 1.0)
  %place = getelementptr i32, ptr %p, i32 %t
  store i32 %n, ptr %place
  ret void
}
