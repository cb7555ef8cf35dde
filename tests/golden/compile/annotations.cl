// ARGS: --local-size 64 --num-groups 1
// Annotations are calls, in their places.
__kernel void annotations(__global int *a, int n) {
  __requires(n >= 0);
  for (int i = 0; __invariant(i >= 0), i < n; ++i)
    a[64 * i + get_local_id(0)] = i;
  __assert(n >= 0);
}
/* expected
define dso_local spir_kernel void @annotations(ptr addrspace(1) noundef align 4 %a, i32 noundef %n) {
entry:
  call spir_func void @__lockstep_spec_begin()
  %cmp = icmp sge i32 %n, 0
  call spir_func void @__lockstep_requires(i1 noundef zeroext %cmp, ptr addrspace(2) noundef @.str)
  call spir_func void @__lockstep_spec_end()
  br label %for.cond

for.cond:                                         ; preds = %for.body, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  call spir_func void @__lockstep_spec_begin()
  %cmp1 = icmp sge i32 %i.0, 0
  call spir_func void @__lockstep_invariant(i1 noundef zeroext %cmp1, ptr addrspace(2) noundef @.str.1)
  call spir_func void @__lockstep_spec_end()
  %cmp2 = icmp slt i32 %i.0, %n
  br i1 %cmp2, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %mul = mul nsw i32 64, %i.0
  %conv = sext i32 %mul to i64
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %add = add i64 %conv, %call
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %add
  store i32 %i.0, ptr addrspace(1) %arrayidx, align 4
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  call spir_func void @__lockstep_spec_begin()
  %cmp3 = icmp sge i32 %n, 0
  call spir_func void @__lockstep_assert(i1 noundef zeroext %cmp3, ptr addrspace(2) noundef @.str)
  call spir_func void @__lockstep_spec_end()
  ret void
}
*/
