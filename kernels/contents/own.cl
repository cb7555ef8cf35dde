// expect: verified
//--local_size=64 --num_groups=4
// A thread finds in a cell what it has stored there.

kernel void k(global int *out, global const int *in) {
  int t = get_global_id(0);
  out[t] = in[t] + 1;
  __assert(out[t] == in[t] + 1);
}
