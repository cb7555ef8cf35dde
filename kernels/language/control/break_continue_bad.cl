// expect: race
//--local_size=64 --num_groups=4
// The place is counted by each thread from its own id on, and not in strides.

__kernel void break_continue(__global const int *in, __global int *out, int n) {
  int place = get_global_id(0);
  for (int i = get_global_id(0); i < n; i += 256) {
    if (in[i] < 0)
      continue;
    if (in[i] == 0)
      break;
    out[place] = in[i]; /*@race*/
    ++place;
  }
}
