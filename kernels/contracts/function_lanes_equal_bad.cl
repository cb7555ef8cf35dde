// expect: race
//--local_size=64 --num_groups=1
// Components of a function's result differ, though those of its argument are equal.
DECLARE_UF_UNARY(v, int4, int4);
kernel void k(global int *a, int n) {
  int4 r = v((int4)(n));
  if (r.x != r.y)
    a[0] = get_local_id(0); /*@race*/
}
