; expect: verified
;--local_size=8 --num_groups=1
; A function of CUDA's device library that is declared to touch no memory: a function of its argument, so all threads agree
; on it.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_sinf(float) memory(none)
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @device_library(ptr %p, float %x) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = call float @__nv_sinf(float %x)
  %big = fcmp ogt float %s, 5.000000e-01
  br i1 %big, label %wait, label %on
wait:
  call void @llvm.nvvm.barrier0()
  br label %on
on:
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 1, ptr %at
  ret void
}
