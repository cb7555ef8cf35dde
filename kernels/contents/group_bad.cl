// expect: assertion
//--local_size=64 --num_groups=4
// Thread 1 has stored 3.

kernel void k(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t * 3;
  __assert(a[t] % 2 == 0); /*@assert*/
  out[get_global_id(0)] = a[t];
}
