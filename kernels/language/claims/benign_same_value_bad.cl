// expect: race
//--local_size=64 --num_groups=16
// The flag is the finder's id.

__kernel void benign(__global const int *in, __global int *found) {
  const int i = get_global_id(0);
  if (in[i] == 42)
    found[0] = i; /*@race*/
}
