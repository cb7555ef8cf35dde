// expect: assertion
//--local_size=64 --num_groups=4
// The last of the four is written, too.
kernel void k(global int4 *a) {
  int g = get_global_id(0);
  a[g] = (int4)(1, 2, 3, 4);
  __assert(__write_implies(a, __write_offset_bytes(a) % 16 != 12)); /*@assert*/
}
