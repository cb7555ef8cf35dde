// expect: assertion
//--local_size=64 --num_groups=1
// What the branch says holds of who takes it, not of the other thread.
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 32)
    __assert(__other_bool(l < 32)); /*@assert*/
  a[l] = l;
}
