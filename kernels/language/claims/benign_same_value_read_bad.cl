// expect: race
//--local_size=64 --num_groups=4
// Writes of the same value are harmless, reading the flag meanwhile is a race.

__kernel void flag_read(__global const int *in, __global int *found) {
  if (found[0] == 0) /*@race*/
    if (in[get_global_id(0)] == 42)
      found[0] = 1; /*@race*/
}
