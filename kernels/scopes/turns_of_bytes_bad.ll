; expect: unknown
;--local_size=1 --num_groups=600
; Twin: 600 groups draw from a counter of eight bits, which wraps around: two may have the same turn.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
@next = addrspace(1) global i8 0
@serving = addrspace(1) global i8 0
define void @k(ptr addrspace(1) %sum) {
  %v = atomicrmw add ptr addrspace(1) @next, i8 1 seq_cst
  %r = atomicrmw add ptr addrspace(1) @serving, i8 0 seq_cst
  %c = icmp eq i8 %r, %v
  br i1 %c, label %held, label %end
held:
  fence seq_cst
  %x = load i32, ptr addrspace(1) %sum
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(1) %sum
  fence seq_cst
  %z = atomicrmw add ptr addrspace(1) @serving, i8 1 seq_cst
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
