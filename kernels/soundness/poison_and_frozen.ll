; expect: verified
;--local_size=64 --num_groups=1
; As its twin, to each thread a place of its own.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %m) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %sum = add nsw i32 %n, 1
  %small = icmp slt i32 %n, 100
  %large = icmp sgt i32 %sum, 50
  %both = select i1 %small, i1 %large, i1 false
  br i1 %both, label %done, label %other

other:
  %fixed = freeze i32 %sum
  %below = icmp slt i32 %fixed, %n
  br i1 %below, label %store, label %done

store:
  %place = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %id
  store i32 %t, ptr addrspace(1) %place, align 4
  br label %done

done:
  ret void
}
