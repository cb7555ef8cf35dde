// expect: verified
//--local_size=60 --num_groups=1
// Rotation by a remainder; the modulus is the number of threads and no power of two.

__kernel void remainder(__global int *out) {
  const int lid = get_local_id(0);
  out[(lid + 17) % 60] = lid;
}
