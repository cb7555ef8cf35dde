; expect: verified
;--local_size=1 --num_groups=4
; Whether a weak compare-and-swap has taken the lock only its truth value says.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @weak_cas(ptr %lock, ptr %sum) {
entry:
  %tried = cmpxchg weak ptr %lock, i32 0, i32 1 syncscope("device") acquire monotonic, align 4
  %taken = extractvalue { i32, i1 } %tried, 1
  br i1 %taken, label %in, label %out
in:
  %v = load i32, ptr %sum
  %w = add i32 %v, 1
  store i32 %w, ptr %sum
  store atomic i32 0, ptr %lock syncscope("device") release, align 4
  ret void
out:
  ret void
}
