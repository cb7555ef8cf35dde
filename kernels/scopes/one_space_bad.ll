; expect: race
;--local_size=4 --num_groups=2
; The fences are of local memory only, the data is global.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @one_space_bad(ptr addrspace(1) noalias %l, ptr addrspace(1) noalias %x) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %i, 0
  br i1 %first, label %spin, label %end
spin:
  %o = atomicrmw xchg ptr addrspace(1) %l, i32 1 syncscope("agent") monotonic, align 4
  %z = icmp eq i32 %o, 0
  br i1 %z, label %crit, label %spin
crit:
  fence syncscope("agent") acq_rel, !mmra !0
  %v = load i32, ptr addrspace(1) %x, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %x, align 4
  fence syncscope("agent") acq_rel, !mmra !0
  %u = atomicrmw xchg ptr addrspace(1) %l, i32 0 syncscope("agent") monotonic, align 4
  br label %end
end:
  ret void
}
!0 = !{!"amdgpu-as", !"local"}
