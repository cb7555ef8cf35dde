; expect: race
;--local_size=8 --num_groups=1
; zext undef has eight unknown bits.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @__lockstep_local_id(i32)
define void @k(ptr %o) {
  %t = call i32 @__lockstep_local_id(i32 0)
  %x = zext i8 undef to i32
  %zero = icmp eq i32 %x, 0
  %place = select i1 %zero, i32 %t, i32 1
  %at = getelementptr i32, ptr %o, i32 %place
  store i32 %t, ptr %at
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
