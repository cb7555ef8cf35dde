// expect: verified
//--local_size=8 --num_groups=4
// Of those for whom the conditions on the way hold, nobody waits.
kernel void waiting_conditions(void) {
  for (int j = 0; j < get_group_id(0); j++)
    if (j > get_local_id(0))
      for (int i = 0; i < get_global_id(0); i++)
        __global_assert(
            __implies((j < get_group_id(0)) & (j > get_local_id(0)) & (i < get_global_id(0)), __enabled()));
}
