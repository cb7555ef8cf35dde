; expect: unsupported
;--local_size=64 --num_groups=1
; Half of an address is another address.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = ptrtoint ptr %out to i32
  %p = inttoptr i32 %a to ptr
  %c = icmp ne ptr %p, %out
  br i1 %c, label %y, label %n
y:
  store i32 %t, ptr %out, align 4
  br label %n
n:
  ret void
}
