// expect: verified
//--local_size=64 --num_groups=4
// A function that its specification stands for: it writes the thread's cell only.
void __spec_put(global int *p) {
  __requires(__no_read(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __writes_to(p);
}
kernel void k(global int *a) {
  __spec_put(a);
  a[get_global_id(0)] = get_global_id(0);
}
