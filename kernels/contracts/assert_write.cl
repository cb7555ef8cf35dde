// expect: verified
//--local_size=64 --num_groups=4
// An assertion about the log, without a loop; a wide access covers all its bytes.
kernel void k(global int4 *a, global int *b) {
  int g = get_global_id(0);
  a[g] = (int4)(1, 2, 3, 4);
  __assert(__write_implies(a, __write_offset_bytes(a) / 16 == g));
  __assert(__no_write(b));
  b[g] = 1;
  __assert(__no_read(b));
}
