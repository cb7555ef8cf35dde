// expect both (function): assertion
// expect twice: verified
//--local_size=64 --num_groups=4 --no-inline
// That q holds what it held is true only where p does not lead there.
int both(global int *p, global const int *q) {
  __requires(__ptr_offset_bytes(p) == 0 && __ptr_offset_bytes(q) == 0);
  __requires(q[0] == 1);
  __writes_to(p);
  __reads_from(q);
  __ensures(__return_val_int() == 1); /*@assert*/
  p[0] = 2;
  return q[0];
}
kernel void twice(global int *a) {
  if (get_global_id(0) == 0) {
    a[0] = 1;
    int r = both(a, a);
    __assert(r == 1);
  }
}
