// expect: race
//--local_size=257 --num_groups=1
// Thread 256 has that of thread 0.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[i] = get_local_id(0);
}
