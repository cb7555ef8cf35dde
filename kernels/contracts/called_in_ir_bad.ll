; expect: unsupported
;--local_size=64 --num_groups=1
; A branch around a call says nothing of the other thread: what LLVM clones it would simplify by that.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
@.text = private unnamed_addr addrspace(2) constant [2 x i8] c"e\00", align 1

define internal spir_func void @f(i64 %l) {
entry:
  %c = icmp ult i64 %l, 32
  br i1 %c, label %then, label %end
then:
  call spir_func void @__lockstep_spec_begin()
  %d = icmp ult i64 %l, 32
  %o = call spir_func zeroext i1 @__lockstep_other_bool(i1 zeroext %d)
  call spir_func void @__lockstep_assert(i1 zeroext %o, ptr addrspace(2) @.text)
  call spir_func void @__lockstep_spec_end()
  br label %end
end:
  ret void
}
define spir_kernel void @k(ptr addrspace(1) align 4 %a) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  call spir_func void @f(i64 %id)
  %p = getelementptr inbounds i64, ptr addrspace(1) %a, i64 %id
  store i64 %id, ptr addrspace(1) %p, align 8
  ret void
}
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @__lockstep_spec_begin()
declare spir_func void @__lockstep_spec_end()
declare spir_func void @__lockstep_assert(i1, ptr addrspace(2))
declare spir_func zeroext i1 @__lockstep_other_bool(i1) memory(none)
