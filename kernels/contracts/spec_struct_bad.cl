// expect: race
//--local_size=64 --num_groups=1
// The cells that are written are those of the parameter named, whatever the function returns.
struct S {
  long a[8];
};
struct S __spec_get(global int *p, global long *q) {
  struct S s;
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __writes_to(p); /*@race*/
  return s;
}
kernel void k(global int *a, global long *b) {
  int i = get_global_id(0);
  if (i & 1)
    __spec_get(a, b);
  else
    a[i + 1] = 7; /*@race*/
}
