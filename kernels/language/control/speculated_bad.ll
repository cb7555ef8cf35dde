; expect: race
;--local_size=64 --num_groups=1
; The product is computed before it is known whether anybody wants it. It overflows in the threads that race, and they do not look at it.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @speculated(ptr addrspace(1) %a, i32 %w) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %x = trunc i64 %id to i32
  %wide = icmp sgt i32 %w, 100000000
  br i1 %wide, label %multiply, label %join

multiply:
  %product = mul nsw i32 %x, %w
  br label %join

join:
  %index = phi i32 [ %product, %multiply ], [ %x, %entry ]
  %many = icmp sgt i32 %x, 30
  %overflows = and i1 %many, %wide
  br i1 %overflows, label %all, label %some

all:
  store i32 %x, ptr addrspace(1) %a, align 4
  ret void

some:
  %place = sext i32 %index to i64
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %place
  store i32 %x, ptr addrspace(1) %mine, align 4
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
