// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (k=2)
// Places that the thread keeps.

__kernel void shape_private(__global int *out, int k) {
  int place[4];
  for (int i = 0; i < 4; ++i)
    place[i] = get_global_id(0) + i;
  out[get_global_id(0)] = place[k & 3];
}
