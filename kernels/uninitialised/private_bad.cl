// expect: race
//--local_size=4 --num_groups=1
// Private memory that nobody has written is any value, in each thread.
kernel void k(global int *o, int n) {
  int x[4];
  int v = x[n & 3];
  o[v & 63] = get_local_id(0); /*@race*/
}
