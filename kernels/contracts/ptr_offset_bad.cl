// expect: assertion
//--local_size=64 --num_groups=4
// Twin: in bytes, not in elements.
kernel void k(global int *a) {
  global int *p = a + get_global_id(0) + 1;
  __assert(__ptr_offset_bytes(p) == get_global_id(0) + 1); /*@assert*/
  *p = 1;
}
