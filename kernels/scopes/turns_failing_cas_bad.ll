; expect: race
;--local_size=1 --num_groups=4
; The twin of turns_failing_cas.ll: a compare-and-swap that fails has the order of its failure, which is relaxed here.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @turns_failing_cas_bad(ptr %turn, ptr %sum) {
entry:
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %loop
loop:
  %look = cmpxchg ptr %turn, i32 77, i32 77 syncscope("device") acquire monotonic, align 4
  %old = extractvalue { i32, i1 } %look, 0
  %mine = icmp eq i32 %old, %group
  br i1 %mine, label %in, label %loop
in:
  %v = load i32, ptr %sum
  %w = add i32 %v, 1
  store i32 %w, ptr %sum
  %next = add i32 %group, 1
  store atomic i32 %next, ptr %turn syncscope("device") release, align 4
  ret void
}
