// expect: verified
//--local_size=64 --num_groups=4
// A shift by a bounded parameter.

__kernel void free_shift(__global int *a, int s) {
  __requires(0 <= s && s <= 20);
  const int i = get_global_id(0);
  a[i << s] = i;
}
