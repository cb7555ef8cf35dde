// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// The contract allows two cells, which other threads do not touch. The pointer leads into the middle of its array.
void put(global int *a, int first) {
  __requires(0 <= first && first < 1000);
  __ensures(__write_implies(a, __write_offset_bytes(a) - __ptr_offset_bytes(a) == 8 * first ||
                                   __write_offset_bytes(a) - __ptr_offset_bytes(a) == 8 * first + 4));
  a[2 * first] = first;
  a[2 * first + 1] = first + 1;
}
kernel void rows(global int *to) {
  put(to + 128 * get_group_id(0), get_local_id(0));
}
