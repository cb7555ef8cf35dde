// expect: divergence
//--local_size=64 --num_groups=4
// The switch is on the thread.

__kernel void barrier_in_switch(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = lid;
  buffer[lid] = v;
  switch (lid % 4) {
  case 1:
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    v = buffer[lid];
    break;
  case 2:
    v = 2 * v;
    break;
  }
  out[get_global_id(0)] = v;
}
