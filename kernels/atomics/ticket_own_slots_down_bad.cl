// expect: race
//--local_size=16 --num_groups=4
// The twin of ticket_own_slots_down.cl: the first of a group is the last of the group before.
kernel void compact(global int *in, global int *out) {
  local int kept;
  int l = get_local_id(0);
  if (l == 0)
    kept = 16;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = in[get_global_id(0)];
  if (v > 0)
    out[get_group_id(0) * 15 + atomic_dec(&kept) - 1] = v; /*@race*/
}
