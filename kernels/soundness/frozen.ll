; expect: verified
;--local_size=64 --num_groups=1
; What freeze makes of a sum that cannot overflow is the sum.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @frozen(ptr addrspace(1) %out, i16 %m) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = sext i16 %m to i32
  %sum = add i32 %n, 1
  %any = freeze i32 %sum
  %less = icmp sle i32 %any, %n
  br i1 %less, label %all, label %done

all:
  %t = trunc i64 %id to i32
  store i32 %t, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}
