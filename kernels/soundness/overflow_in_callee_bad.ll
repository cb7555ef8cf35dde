; expect: race
;--local_size=64 --num_groups=1 --strict-overflow
; The next number wraps around; nobody may have concluded otherwise when the function was inlined.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define internal spir_func i1 @is_less(i32 %x) {
  %next = add nsw i32 %x, 1
  %less = icmp slt i32 %x, %next
  ret i1 %less
}

define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %less = call spir_func i1 @is_less(i32 %n)
  br i1 %less, label %done, label %all

all:
  store i32 %t, ptr addrspace(1) %a, align 4
  br label %done

done:
  ret void
}
