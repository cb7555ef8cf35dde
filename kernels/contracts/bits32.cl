// expect: verified
//--local_size=64 --num_groups=1 --pointer-bits=32
// Addresses of 32 bits, granules of a byte: the log's place reaches from end to end of its type.
kernel void k(global char *a, global int *b) {
  a[get_local_id(0)] = 1;
  __assert(__no_read(a));
  __assert(__write_implies(a, __write_offset_bytes(a) == get_local_id(0)));
}
