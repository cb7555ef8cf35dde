// expect put (function): unsupported
// expect all: verified
//--local_size=64 --num_groups=4 --no-inline
// The function writes a part of a number, and its contract speaks of numbers.
void put(global int *a, int i) {
  __ensures(__write_implies(a, __write_offset_bytes(a) % 4 == 1));
  ((global char *)a)[1] = i;
}
kernel void all(global int *to) {
  put(to, get_global_id(0));
}
