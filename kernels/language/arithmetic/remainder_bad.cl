// expect: race
//--local_size=60 --num_groups=1
// The modulus is one too small.

__kernel void remainder(__global int *out) {
  const int lid = get_local_id(0);
  out[(lid + 17) % 59] = lid; /*@race*/
}
