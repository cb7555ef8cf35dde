; expect: unsupported
;--local_size=64 --num_groups=1
; What a log says decides what the kernel does: it says nothing outside of annotations.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@.text = private unnamed_addr addrspace(2) constant [11 x i8] c"__write(a)\00", align 1

define spir_kernel void @k(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr inbounds i64, ptr addrspace(1) %a, i64 %id
  store i64 %id, ptr addrspace(1) %place, align 8
  call spir_func void @__lockstep_spec_begin()
  %w = call spir_func zeroext i1 @_Z16__lockstep_writePU3AS1VKv(ptr addrspace(1) %a)
  %e = or i1 %w, true
  call spir_func void @__lockstep_assert(i1 zeroext %e, ptr addrspace(2) @.text)
  call spir_func void @__lockstep_spec_end()
  br i1 %w, label %then, label %end

then:
  store i64 %id, ptr addrspace(1) %b, align 8
  br label %end

end:
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @__lockstep_spec_begin()
declare spir_func void @__lockstep_spec_end()
declare spir_func void @__lockstep_assert(i1, ptr addrspace(2))
declare spir_func zeroext i1 @_Z16__lockstep_writePU3AS1VKv(ptr addrspace(1)) memory(none)
