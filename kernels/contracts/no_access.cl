// expect: verified
//--local_size=64 --num_groups=64
// Nothing is accessed.
kernel void k() {
  local float t[1024];
  __assert(__no_write(t));
  __assert(__implies(__read(t), __read_offset_bytes(t) == 0));
}
