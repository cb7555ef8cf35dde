// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// As many rounds as the thread's id says.

__kernel void shape_rounds(__global int *out) {
  int sum = 0;
  for (int k = 0; k < get_global_id(0) % 5; ++k)
    sum += k + 1;
  out[get_global_id(0)] = sum;
}
