; expect: unsupported
;--local_size=8 --num_groups=1
; get_global_id(unsigned) in a module of CUDA's: somebody's function with the mangled name of OpenCL's.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z13get_global_idj(i32)

define ptx_kernel void @cuda_symbols(ptr %p) {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 1, ptr %at
  ret void
}
