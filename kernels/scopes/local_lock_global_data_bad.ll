; expect: race
;--local_size=8 --num_groups=1
; The twin of local_lock_global_data.ll whose scope is of one address space, that of the lock: it orders nothing of
; global memory.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lock = internal addrspace(3) global i32 undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @local_lock_global_data(ptr addrspace(1) noalias %sum) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %i, 0
  br i1 %first, label %free, label %begin
free:
  store i32 0, ptr addrspace(3) @lock, align 4
  br label %begin
begin:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %spin
spin:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 syncscope("workgroup-one-as") acquire, align 4
  %won = icmp eq i32 %old, 0
  br i1 %won, label %in, label %spin
in:
  %v = load i32, ptr addrspace(1) %sum, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %sum, align 4
  store atomic i32 0, ptr addrspace(3) @lock syncscope("workgroup-one-as") release, align 4
  ret void
}
