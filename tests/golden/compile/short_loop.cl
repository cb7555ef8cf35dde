// ARGS: --local-size 64 --num-groups 1
// A short loop that only computes and goes through a local is written out, and the local falls apart into values; a loop
// over memory stays one.
__kernel void short_loop(__global int *a, int n) {
  int mine[2];
  for (int i = 0; i < 2; ++i)
    mine[i] = n * i;
  for (int i = 0; i < 2; ++i)
    a[64 * i + get_local_id(0)] = mine[1];
}
/* expected
define dso_local spir_kernel void @short_loop(ptr addrspace(1) noundef align 4 %a, i32 noundef %n) {
entry:
  br label %for.cond2

for.cond2:                                        ; preds = %for.body4, %entry
  %i1.0 = phi i32 [ 0, %entry ], [ %inc9, %for.body4 ]
  %cmp3 = icmp slt i32 %i1.0, 2
  br i1 %cmp3, label %for.body4, label %for.end10

for.body4:                                        ; preds = %for.cond2
  %mul6 = mul nsw i32 64, %i1.0
  %conv = sext i32 %mul6 to i64
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %add = add i64 %conv, %call
  %arrayidx7 = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %add
  store i32 %n, ptr addrspace(1) %arrayidx7, align 4
  %inc9 = add nsw i32 %i1.0, 1
  br label %for.cond2

for.end10:                                        ; preds = %for.cond2
  ret void
}
*/
