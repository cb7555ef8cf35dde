// expect: race
//--local_size=48 --num_groups=1 --accept-conditions=none
// Steps of 48 that go round 2^32, which is no multiple of 48: behind that, one thread's numbers are another one's.
__kernel void steps_round_the_type(__global int *out, uint n) {
  for (uint i = get_local_id(0); i < n; i += 48)
    out[i] = get_local_id(0); /*@race*/
}
