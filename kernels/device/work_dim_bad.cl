// expect: unsupported
// Nobody says how many dimensions the launch has.

__kernel void rows(__global int *d) {
  int v = 0;
  if (get_work_dim() > 1)
    v = get_global_id(1);
  d[get_global_id(0)] = v;
}
