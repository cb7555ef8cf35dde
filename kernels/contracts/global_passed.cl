// expect: verified
//--local_size=64 --num_groups=1
void check(int x) { __global_requires(x < 41); }
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 32)
    check(l < 32 ? 1 : 40);
}
