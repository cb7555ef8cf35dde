; expect: verified
;--local_size=64 --num_groups=2
; The twin of hip_scopes_bad.ll whose scopes are the device: atomics do not race.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@exchanged = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @k_store(ptr addrspace(1) %p) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %i, 0
  br i1 %first, label %store, label %end
store:
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  store atomic i32 %g, ptr addrspace(1) %p syncscope("agent-one-as") monotonic, align 4
  br label %end
end:
  ret void
}

define amdgpu_kernel void @k_rmw(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent-one-as") monotonic, align 4
  ret void
}

define amdgpu_kernel void @k_load(ptr addrspace(1) %p, ptr addrspace(1) %out) {
entry:
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = icmp eq i32 %g, 0
  br i1 %first, label %load, label %store
load:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %at, align 4
  br label %end
store:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  br label %end
end:
  ret void
}

define amdgpu_kernel void @k_bar(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr inbounds [64 x i32], ptr addrspace(3) @exchanged, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %mine, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %j = sub nsw i32 63, %i
  %theirs = getelementptr inbounds [64 x i32], ptr addrspace(3) @exchanged, i32 0, i32 %j
  %v = load i32, ptr addrspace(3) %theirs, align 4
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = mul i32 %g, 64
  %k = add i32 %first, %i
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %k
  store i32 %v, ptr addrspace(1) %at, align 4
  ret void
}
