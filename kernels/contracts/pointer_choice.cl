// expect: verified
//--local_size=64 --num_groups=4
// A pointer that leads to one of two arrays.
kernel void k(global int *a, global int *b, int n) {
  global int *p = n > 3 ? a : b;
  int g = get_global_id(0);
  p[g] = 1;
  __assert(__write_implies(p, __write_offset_bytes(p) / 4 == g));
  __assert(__implies(__write(a), n > 3));
}
