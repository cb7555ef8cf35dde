// expect: assertion
//--local_size=64 --num_groups=4
// Twin: the function writes another cell than it says.
void put(global int *p, int i) {
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == i)); /*@assert*/
  p[i + 1] = i;
}
kernel void k(global int *a) {
  put(a, get_global_id(0));
}
