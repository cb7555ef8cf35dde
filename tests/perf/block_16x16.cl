//--local_size=16,16 --num_groups=4,4
// Blocks of several rows.
__kernel void block(__global float *a, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  a[1024 * y + x] = 1; /*@sectors 4*/ /*@lines 2*/
  a[1024 * x + y] = 1; /*@sectors 16*/ /*@lines 16*/
  a[n * y + x] = 1; /*@sectors 2..6*/ /*@lines 1..4*/
}
