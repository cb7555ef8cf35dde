// expect: verified
//--local_size=64 --num_groups=1
// A byte that counts in steps of 64 wraps round to itself; the loop does not end for some threads.

__kernel void k(__global int *out) {
  for (uchar i = get_local_id(0); i < 200; i += 64)
    out[i] = get_local_id(0);
}
