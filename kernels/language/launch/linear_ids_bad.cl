// expect: race
//--local_size=[4,4,4] --num_groups=[2,2,2]
// The linear id within the group is taken for the one within the launch.

__kernel void linear_ids(__global int *a) {
  a[get_local_linear_id()] = get_group_id(0) + 2 * get_group_id(1) + 4 * get_group_id(2); /*@race*/
}
