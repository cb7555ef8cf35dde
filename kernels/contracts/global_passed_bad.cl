// expect: assertion
//--local_size=64 --num_groups=1
// What threads would pass that do not call is what the source says, whatever the branch around the call says.
void check(int x) { __global_requires(x < 32); } /*@assert*/
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 32)
    check(l < 32 ? 1 : 40);
}
