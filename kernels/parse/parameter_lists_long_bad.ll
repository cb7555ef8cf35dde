; expect: error
;--local_size=64 --num_groups=1
; One of the lists has two entries for one parameter.
target triple = "spir64-unknown-unknown"
define spir_kernel void @scan(ptr addrspace(1) %sum) !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %sum, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}
declare spir_func i64 @_Z12get_local_idj(i32)
!1 = !{i32 1}
!2 = !{!"none", !"none"}
!3 = !{!"int*"}
!4 = !{!""}
