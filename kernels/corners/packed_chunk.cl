// expect: verified
//--local_size=64 --num_groups=16
// Each thread packs what it finds into a chunk of its own: the index advances in some iterations, from a base of the thread's.

__kernel void pack(__global const int *in, __global int *out) {
  int w = get_global_id(0) * 10;
  for (int r = 0; r < 10; r++)
    if (in[r] > 0)
      out[w++] = r;
}
