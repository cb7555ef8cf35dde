// expect: verified
//--local_size=64 --num_groups=4
// Numbers that are only stored and compared.

kernel void k(global float *out, float x) {
  int t = get_global_id(0);
  out[t] = x;
  __assert(out[t] == x || x != x);
}
