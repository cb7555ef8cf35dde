// expect: verified
//--local_size=64 --num_groups=4
// What the kernel requires of its arrays it finds there, until it writes.

kernel void k(global int *p) {
  __requires(p[get_global_id(0)] == 3);
  int t = get_global_id(0);
  int x = p[t];
  __assert(x == 3);
  p[t] = 4;
  __assert(p[t] == 4);
}
