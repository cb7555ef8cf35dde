// expect: verified
//--local_size=60 --num_groups=1
// Steps of 60 below 180 do not wrap.

__kernel void k(__global int *out) {
  for (uchar i = get_local_id(0); i < 180; i += 60)
    out[i] = get_local_id(0);
}
