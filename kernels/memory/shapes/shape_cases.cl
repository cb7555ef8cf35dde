// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// Cases by the thread's id.

__kernel void shape_cases(__global int *out) {
  int v = 0;
  switch (get_global_id(0) % 3) {
  case 0: v = 5; break;
  case 1: v = 8; break;
  }
  out[get_global_id(0)] = v;
}
