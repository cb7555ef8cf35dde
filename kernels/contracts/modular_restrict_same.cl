// expect copy (function): verified
// expect all: unsupported
//--local_size=64 --num_groups=4 --no-inline
// They are one here, which contracts about contents do not allow for.
void copy(global int *restrict to, global const int *restrict from) {
  __requires(from[0] == 1);
  __writes_to(to);
  __reads_from(from);
  __ensures(from[0] == 1);
  to[0] = 2;
}
kernel void all(global int *a, global int *b) {
  if (get_global_id(0) == 0) {
    b[0] = 1;
    copy(b, b);
    __assert(b[0] == 1);
  }
}
