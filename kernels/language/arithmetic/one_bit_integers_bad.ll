; expect: race
;--local_size=8 --num_groups=1
; The twin of one_bit_integers.ll whose index is 0 for half of the threads.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i1 @llvm.fshl.i1(i1, i1, i1)
declare { i1, i1 } @llvm.uadd.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.ssub.with.overflow.i1(i1, i1)
declare i1 @llvm.smax.i1(i1, i1)
declare i1 @llvm.usub.sat.i1(i1, i1)
declare i1 @llvm.ctlz.i1(i1, i1)

define ptx_kernel void @one_bit_integers(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %t, 3
  %s = call i1 @llvm.fshl.i1(i1 %c, i1 false, i1 true)        ; c
  %u = call { i1, i1 } @llvm.uadd.with.overflow.i1(i1 %c, i1 true)
  %o = extractvalue { i1, i1 } %u, 1                           ; c
  %v = call { i1, i1 } @llvm.ssub.with.overflow.i1(i1 false, i1 %c)
  %w = extractvalue { i1, i1 } %v, 1                           ; 0 - -1 overflows: c
  %m = call i1 @llvm.smax.i1(i1 %c, i1 true)                   ; the larger of -c and -1: c
  %d = call i1 @llvm.usub.sat.i1(i1 %c, i1 false)              ; c
  %n = call i1 @llvm.ctlz.i1(i1 %c, i1 false)                  ; not c
  %a = and i1 %s, %o
  %b = and i1 %w, %m
  %e = and i1 %a, %b
  %f = and i1 %e, %d
  %g = xor i1 %f, false
  %z = zext i1 %g to i32
  %all = mul i32 %z, %t
  %at = getelementptr inbounds i32, ptr %p, i32 %all
  store i32 %t, ptr %at
  ret void
}
