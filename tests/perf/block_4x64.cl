//--local_size=4,64 --num_groups=4,4
// Blocks of several rows.
__kernel void block(__global float *a, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  a[1024 * y + x] = 1; /*@sectors 8*/ /*@lines 8*/
}
