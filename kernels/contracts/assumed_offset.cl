// expect: unsupported
//--local_size=64 --num_groups=1
// Likewise about where it lies.
kernel void k(global int *a, global int *b) {
  a[get_local_id(0)] = 1;
  __assume(__write_offset_bytes(a) == 4 * get_local_id(0));
  *b = get_local_id(0);
}
