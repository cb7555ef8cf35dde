// expect: race
//--local_size=64 --num_groups=4
// The byte that counts wraps before the end and the loop goes on for ever, out of the thread's row.

__kernel void byte_counter(__global int *a) {
  const int i = get_global_id(0);
  int place = 200 * i;
  for (uchar k = 0; k < 300; ++k) {
    a[place] = i; /*@race*/
    ++place;
  }
}
