// expect put (function): verified
// expect rows: race
//--local_size=64 --num_groups=4 --no-inline
// The contract allows a cell that is another thread's, too, and callers are judged by it.
void put(global int *a, int first) {
  __requires(0 <= first && first < 1000);
  __ensures(__write_implies(a, __write_offset_bytes(a) - __ptr_offset_bytes(a) <= 4 * first + 4 && /*@race*/
                                   __write_offset_bytes(a) - __ptr_offset_bytes(a) >= 4 * first));
  a[first] = first;
  a[first + 1] = first;
}
kernel void rows(global int *to) {
  put(to, get_global_id(0));
}
