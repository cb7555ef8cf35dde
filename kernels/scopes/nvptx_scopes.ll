; expect: verified
;--local_size=8 --num_groups=2
; The twin of nvptx_scopes_bad.ll: the scope is the device.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @update(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 syncscope("device") monotonic, align 4
  ret void
}

define ptx_kernel void @compare(ptr %p) {
  %old = cmpxchg ptr %p, i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
  ret void
}

define ptx_kernel void @of_one_thread(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 syncscope("device") monotonic, align 4
  ret void
}
