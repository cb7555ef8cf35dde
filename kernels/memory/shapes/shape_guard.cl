// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (n=40)
// Threads below a number.

__kernel void shape_guard(__global int *out, int n) {
  if (get_global_id(0) < n)
    out[get_global_id(0)] = 7;
}
