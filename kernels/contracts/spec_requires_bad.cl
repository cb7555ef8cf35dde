// expect: assertion
//--local_size=64 --num_groups=1
// What the specification asks of callers is checked.
void __spec_put(global int *p) {
  __requires(__no_write(p)); /*@assert*/
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __writes_to(p);
}
kernel void k(global int *a) {
  a[get_global_id(0)] = get_global_id(0);
  __spec_put(a);
}
