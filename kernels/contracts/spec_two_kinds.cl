// expect: unsupported
//--local_size=64 --num_groups=1
// A postcondition that relates reads and writes is none of one access.
void __spec_both(global int *p) {
  __ensures(__implies(__read(p) & __write(p), __read_offset_bytes(p) == __write_offset_bytes(p)));
  __writes_to(p);
  __reads_from(p);
}
kernel void k(global int *a) {
  __spec_both(a);
}
