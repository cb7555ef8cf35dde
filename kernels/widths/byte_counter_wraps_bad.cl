// expect: race
//--local_size=60 --num_groups=1
// Steps of 60 do not: behind 255 a thread is in another's steps.

__kernel void k(__global int *out) {
  for (uchar i = get_local_id(0); i < 200; i += 60)
    out[i] = get_local_id(0);
}
