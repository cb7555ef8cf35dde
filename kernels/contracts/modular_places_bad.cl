// expect put (function): assertion
// expect ends: verified
//--local_size=64 --num_groups=4 --no-inline
// The contract says where the cell lies from the beginning of the array, the function where from its pointer.
void put(global int *a, int i) {
  __requires(0 <= i && i < 256);
  __ensures(__write_implies(a, __write_offset_bytes(a) == 4 * i));
  a[i] = i; /*@assert*/
}
kernel void ends(global int *to) {
  put(to + (256 - get_global_id(0)), get_global_id(0));
}
