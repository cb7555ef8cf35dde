// expect: assertion
//--local_size=64 --num_groups=1
// The other thread's value does not depend on the way by which this one came to ask.
kernel void k(global int *a) {
  int l = get_local_id(0), g = get_global_id(0);
  __assert(l == 0 || !__other_bool(l == 0 && g >= 0)); /*@assert*/
  a[g] = l;
}
