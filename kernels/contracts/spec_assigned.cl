// expect: unsupported
//--local_size=64 --num_groups=1
// The annotations would speak of one value of `i`, and the accesses of another.
void __spec_put(global int *p, int i) {
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == i));
  __writes_to(p);
  i = 0;
}
kernel void k(global int *a) {
  __spec_put(a, get_local_id(0));
}
