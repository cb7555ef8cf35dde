// expect: verified
//--local_size=64 --num_groups=1
// Who waits holds another value in the variable than who executes the annotation.
kernel void k(global int *a) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = 1;
    __assert(__other_int(x) == (__other_bool(l < 32) ? 1 : 0));
  }
  a[l] = x;
}
