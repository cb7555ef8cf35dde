; expect: verified
;--local_size=8 --num_groups=1
; A load that is said to be invariant, of what the kernel does not write.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @invariant_load(ptr addrspace(1) %d, ptr addrspace(1) %table, ptr addrspace(1) %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(1) %d, i32 %t
  store i32 %t, ptr addrspace(1) %mine
  call void @llvm.nvvm.barrier0()
  %u = sub i32 7, %t
  %theirs = getelementptr i32, ptr addrspace(1) %table, i32 %u
  %v = load i32, ptr addrspace(1) %theirs, !invariant.load !0
  %r = getelementptr i32, ptr addrspace(1) %o, i32 %t
  store i32 %v, ptr addrspace(1) %r
  ret void
}
!0 = !{}
