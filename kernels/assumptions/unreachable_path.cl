// expect: verified
//--local_size=8 --num_groups=1
// Only the promised values of n leave the index within its thread's place.

__kernel void unreachable_path(__global int *p, int n) {
  int i = get_local_id(0);
  if (n != 0 && n != 8)
    __builtin_unreachable();
  p[i + n] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (n == 0)
    p[i + 8] = i;
}
