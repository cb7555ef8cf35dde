; expect: unsupported
;--local_size=64 --num_groups=1
; Without debug information the second store may be the program's: %x changes.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@.text = private unnamed_addr addrspace(2) constant [2 x i8] c"e\00", align 1

define spir_kernel void @k(ptr addrspace(1) align 4 %a, i32 %c, i32 %n) {
entry:
  %x = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 %c, ptr %x, align 4
  store i32 5, ptr %x, align 4
  store i32 0, ptr %j, align 4
  br label %head

head:
  %i = load i32, ptr %j, align 4
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end

body:
  %next = add nsw i32 %i, 1
  store i32 %next, ptr %j, align 4
  br label %head

end:
  call spir_func void @__lockstep_spec_begin()
  %v = load i32, ptr %x, align 4
  %e = icmp eq i32 %v, %c
  call spir_func void @__lockstep_function_wide_invariant(i1 zeroext %e, ptr addrspace(2) @.text)
  call spir_func void @__lockstep_spec_end()
  ret void
}

declare spir_func void @__lockstep_spec_begin()
declare spir_func void @__lockstep_spec_end()
declare spir_func void @__lockstep_function_wide_invariant(i1, ptr addrspace(2))
