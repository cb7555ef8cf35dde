// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (n=90)
// Threads that end early.

__kernel void shape_early(__global int *out, int n) {
  if (get_global_id(0) >= n)
    return;
  out[get_global_id(0)] = 3;
}
