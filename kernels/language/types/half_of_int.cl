// expect: verified
//--local_size=64 --num_groups=4
// Two threads write the two halves of one int as shorts.

__kernel void half_of_int(__global int *a) {
  __global short *halves = (__global short *)a;
  halves[get_global_id(0)] = (short)get_local_id(0);
}
