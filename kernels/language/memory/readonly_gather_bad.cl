// expect: race
//--local_size=64 --num_groups=4
// The index array is written by the same kernel.

__kernel void readonly_gather(__global int *index, __global const int *in, int k) {
  const int i = get_global_id(0);
  int place = index[index[i]]; /*@race*/
  index[i] = in[place]; /*@race*/
}
