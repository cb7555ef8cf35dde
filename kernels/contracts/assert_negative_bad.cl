// expect: assertion
//--local_size=64 --num_groups=4
// A place in front of the array is one, too.
kernel void k(global int *a) {
  a[(int)get_global_id(0) - 1] = 1;
  __assert(__write_implies(a, __write_offset_bytes(a) / 4 < 1000)); /*@assert*/
}
