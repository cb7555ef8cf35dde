// ARGS: --local-size 64 --num-groups 1
// Every access of the source stays: a load that nobody uses, a store that the next one overwrites, a load of what was
// just stored.
__kernel void accesses_stay(__global int *a, __global int *b) {
  int unused = b[0];
  a[get_local_id(0)] = 1;
  a[get_local_id(0)] = 2;
  b[1] = a[get_local_id(0)];
}
/* expected
define dso_local spir_kernel void @accesses_stay(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b) {
entry:
  %0 = load i32, ptr addrspace(1) %b, align 4
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %arrayidx1 = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %call
  store i32 1, ptr addrspace(1) %arrayidx1, align 4
  %call2 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %arrayidx3 = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %call2
  store i32 2, ptr addrspace(1) %arrayidx3, align 4
  %call4 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %arrayidx5 = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %call4
  %1 = load i32, ptr addrspace(1) %arrayidx5, align 4
  %arrayidx6 = getelementptr inbounds i32, ptr addrspace(1) %b, i64 1
  store i32 %1, ptr addrspace(1) %arrayidx6, align 4
  ret void
}
*/
