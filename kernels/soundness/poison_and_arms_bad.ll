; expect: race
;--local_size=64 --num_groups=1
; What an optimiser makes of `if (n < m && ((n + 1) ^ p) > 50)`: the sum is computed in any case.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, i32 %m, i32 %p) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %less = icmp slt i32 %n, %m
  %sum = add nsw i32 %n, 1
  %mixed = xor i32 %sum, %p
  %large = icmp sgt i32 %mixed, 50
  %both = select i1 %less, i1 %large, i1 false
  %own = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %id
  br i1 %both, label %then, label %else

then:
  store i32 %n, ptr addrspace(1) %own, align 4
  %next = getelementptr i8, ptr addrspace(1) %own, i64 256
  store i32 %m, ptr addrspace(1) %next, align 4
  br label %done

else:
  store i32 2, ptr addrspace(1) %own, align 4
  %greatest = icmp eq i32 %n, 2147483647
  br i1 %greatest, label %all, label %done

all:
  store i32 %t, ptr addrspace(1) %a, align 4
  br label %done

done:
  ret void
}
