// expect: unsupported
//--local_size=64 --num_groups=1
// Where a pointer leads that a specification returns is not known.
global int *__spec_pick(global int *p) {
  __requires(p != 0);
  return p;
}
kernel void k(global int *a) {
  global int *r = __spec_pick(a);
  r[get_local_id(0)] = 1;
}
