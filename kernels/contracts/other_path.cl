// expect: verified
//--local_size=64 --num_groups=1
// Twin: true whichever of the two is asked.
kernel void k(global int *a) {
  int l = get_local_id(0), g = get_global_id(0);
  __assert(l != 0 || !__other_bool(l == 0 && g >= 0));
  a[g] = l;
}
