// expect: verified
//--local_size=64 --num_groups=1
// All threads but one return before the write.

__kernel void return_race(__global int *a) {
  if (get_local_id(0) != 5)
    return;
  a[0] = get_local_id(0);
}
