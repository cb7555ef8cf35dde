// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: yes, as --local_size=4,8 --num_groups=8,2
// Counters that all threads advance, and a cell of each thread's own.

__kernel void shape_turns(__global int *out, __global int *turns) {
  const int at = 1 + get_global_linear_id();
  out[at] = at * 3;
  atomic_add(&turns[0], 1);
  out[at] = out[at] + 1;
  atomic_add(&turns[1], 1);
}
