// expect: verified
//--local_size=64 --num_groups=4
// Contracts of a function that is called, about accesses.
void put(global int *p, int i) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == i));
  p[i] = i;
}
kernel void k(global int *a) {
  put(a, get_global_id(0));
}
