// expect: race
//--local_size=60 --num_groups=1
// Steps of 60 below 250 do.

__kernel void k(__global int *out) {
  for (uchar i = get_local_id(0); i < 250; i += 60)
    out[i] = get_local_id(0);
}
