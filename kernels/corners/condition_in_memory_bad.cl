// expect: race
//--local_size=64 --num_groups=4
// The array's contents choose the place.

__kernel void condition(__global int *a, __global int *state) {
  const int i = get_global_id(0);
  state[i] = state[i] + 1;
  a[state[i] & 255] = i; /*@race*/
}
