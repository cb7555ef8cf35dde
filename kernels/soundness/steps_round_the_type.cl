// expect: verified
//--local_size=48 --num_groups=1
// Steps of 48 that end before 2^32.
__kernel void steps_round_the_type(__global int *out, uint n) {
  if (n > 4000000000u)
    return;
  for (uint i = get_local_id(0); i < n; i += 48)
    out[i] = get_local_id(0);
}
