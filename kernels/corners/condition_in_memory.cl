// expect: verified
//--local_size=64 --num_groups=4
// Whatever the shared array holds, it decides only between two places of the thread's own.

__kernel void condition(__global int *a, __global int *state) {
  const int i = get_global_id(0);
  state[i] = state[i] + 1;
  if (state[i] > 3)
    a[2 * i] = 1;
  else
    a[2 * i + 1] = 2;
}
