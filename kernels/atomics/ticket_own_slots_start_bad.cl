// expect: race
//--local_size=16 --num_groups=4
// The twin of ticket_own_slots.cl: in some groups nobody sets the counter.
kernel void compact(global int *in, global int *out, int n) {
  local uint kept;
  int l = get_local_id(0);
  if (l == n)
    kept = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = in[get_global_id(0)];
  if (v > 0)
    out[get_group_id(0) * 16 + atomic_inc(&kept)] = v; /*@race*/
}
