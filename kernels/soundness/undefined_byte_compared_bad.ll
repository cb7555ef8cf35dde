; expect: race
;--local_size=64 --num_groups=1
; A byte that nobody knows, widened: it may be more than 127, whatever a folder takes it to be.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @undefined_byte_compared(ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %wide = zext i8 undef to i32
  %any = icmp ugt i32 %wide, 127
  br i1 %any, label %all, label %done

all:
  %t = trunc i64 %id to i32
  store i32 %t, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}
