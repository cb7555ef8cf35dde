// expect: race
//--local_size=64 --num_groups=4
// One of the two reads the whole int.

__kernel void half_of_int(__global int *a, __global int *out) {
  const int i = get_global_id(0);
  __global short *halves = (__global short *)a;
  halves[i] = (short)i; /*@race*/
  if (i % 2 == 0)
    out[i] = a[i / 2]; /*@race*/
}
