; expect: race
;--local_size=64 --num_groups=1
; The counter overflows in round 127; nobody needs it then, and the loop goes on.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  br label %loop

loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %next ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %next ]
  %i.next = add nsw i8 %i, 1
  %k.next = add i32 %k, 1
  %early = icmp ult i32 %k, 100
  br i1 %early, label %use, label %check

use:
  %wide = zext i8 %i to i64
  %row = mul i64 %wide, 64
  %cell = add i64 %row, %id
  %far = add i64 %cell, 1000
  %place = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %far
  store i32 %t, ptr addrspace(1) %place, align 4
  br label %check

check:
  %late = icmp eq i32 %k, 200
  br i1 %late, label %all, label %next

all:
  %one = getelementptr inbounds i32, ptr addrspace(1) %a, i64 0
  store i32 %t, ptr addrspace(1) %one, align 4
  br label %next

next:
  %again = icmp ult i32 %k.next, 300
  br i1 %again, label %loop, label %done

done:
  ret void
}
