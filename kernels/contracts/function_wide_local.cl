// expect: verified
//--local_size=32 --num_groups=32
// About locals that have their last values before the loops.
kernel void k(global int *a) {
  unsigned n = get_global_size(0);
  unsigned id = get_global_id(0);
  for (int i = 0; i < 100; i++)
    a[id] += a[id + n];
  for (int j = 0; __invariant(j >= 0), j < 100; j++)
    a[id + j * n] += 1;
  __function_wide_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) % n == id));
}
