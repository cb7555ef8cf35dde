// expect: verified
//--local_size=64 --num_groups=4
// How far a pointer lies from the beginning of its array.
kernel void k(global int *a) {
  global int *p = a + get_global_id(0);
  __assert(__ptr_offset_bytes(p) == 4 * get_global_id(0));
  *p = 1;
}
