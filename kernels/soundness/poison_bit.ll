; expect: verified
;--local_size=64 --num_groups=1
; The last bit of any number is 0 or 1.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %sum = add nsw i32 %n, 1
  %any = freeze i32 %sum
  %last = and i32 %any, 1
  %many = icmp sgt i32 %last, 1
  br i1 %many, label %all, label %done

all:
  store i32 %t, ptr addrspace(1) %a, align 4
  br label %done

done:
  ret void
}
