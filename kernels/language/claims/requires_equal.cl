// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// The precondition pins the pitch.

__kernel void requires_equal(__global int *a, int pitch) {
  __requires(pitch == 64);
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * pitch + x] = x;
}
