// ARGS: --local-size 64 --num-groups 1
// What can never run is gone; helpers are inlined; locals live in registers.
int twice(int x) { return 2 * x; }

__kernel void dead_branch(__global int *a) {
  int x = get_local_id(0);
  if (sizeof(int) == 8)
    a[0] = 1;
  x = twice(x);
  a[x] = x;
}
/* expected
define dso_local spir_kernel void @dead_branch(ptr addrspace(1) noundef align 4 %a) {
entry:
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0)
  %conv = trunc i64 %call to i32
  %mul.i = mul nsw i32 2, %conv
  %idxprom = sext i32 %mul.i to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %idxprom
  store i32 %mul.i, ptr addrspace(1) %arrayidx, align 4
  ret void
}
*/
