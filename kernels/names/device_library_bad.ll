; expect: unsupported
;--local_size=8 --num_groups=1
; The twin of device_library.ll with a function of no library.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare float @my_sinf(float) memory(none)
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @device_library_bad(ptr %p, float %x) {
entry:
  %s = call float @my_sinf(float %x)
  %big = fcmp ogt float %s, 5.000000e-01
  br i1 %big, label %wait, label %on
wait:
  call void @llvm.nvvm.barrier0()
  br label %on
on:
  ret void
}
