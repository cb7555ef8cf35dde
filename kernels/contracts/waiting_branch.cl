// expect: verified
//--local_size=64 --num_groups=1
// Of those that execute it.
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 32)
    __assert(__implies(__other_bool(__enabled()), __other_bool(l < 32)));
  a[l] = l;
}
