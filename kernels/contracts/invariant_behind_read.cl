// expect: unsupported
//--local_size=64 --num_groups=4
// An invariant about reads behind a read of the head: it would be asked in front of it.
kernel void k(global int *a, global int *b, int n) {
  int i = 0, s;
  while (s = a[i], __invariant(__no_read(a)), s < n)
    ++i;
  b[get_global_id(0)] = i;
}
