; expect: verified
;--local_size=8 --num_groups=1
; The byte behind the aggregate is not touched.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%S = type { i8, i32 }
declare i32 @__lockstep_local_id(i32)
define void @k(ptr %p) {
entry:
  %t = call i32 @__lockstep_local_id(i32 0)
  %first = icmp eq i32 %t, 0
  br i1 %first, label %copy, label %next
copy:
  %v = load %S, ptr %p
  %q = getelementptr %S, ptr %p, i64 8
  store %S %v, ptr %q
  br label %next
next:
  %second = icmp eq i32 %t, 1
  br i1 %second, label %write, label %end
write:
  %r = getelementptr i8, ptr %p, i64 72
  store i8 1, ptr %r
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
