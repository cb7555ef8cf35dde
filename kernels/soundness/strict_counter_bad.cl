// expect: race
//--local_size=64 --num_groups=1 --strict-overflow
// The counter wraps around, the loop ends, and the threads race.
kernel void k(global int *a) {
  int i = 0x7ffffff0;
  while (i > 0)
    i += 8;
  a[5] = get_local_id(0); /*@race*/
}
