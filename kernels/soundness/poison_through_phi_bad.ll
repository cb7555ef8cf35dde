; expect: race
;--local_size=64 --num_groups=1
; Frozen behind the phi: where the sum overflows it is any number, perhaps the same for two threads.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %add, label %join

add:
  %sum = add nsw i32 %t, 2147483647
  br label %join

join:
  %index = phi i32 [ %sum, %add ], [ 7, %entry ]
  %fixed = freeze i32 %index
  br i1 %zero, label %store, label %done

store:
  %wide = zext i32 %fixed to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide
  store i32 %t, ptr addrspace(1) %place, align 4
  br label %done

done:
  ret void
}
