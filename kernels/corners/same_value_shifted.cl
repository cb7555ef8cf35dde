// expect: verified
//--local_size=64 --num_groups=1
// Overlapping stores whose overlapping parts are equal.

__kernel void same_value(__global int *a) {
  const int lid = get_local_id(0);
  vstore2((int2)(lid, lid + 1), 0, a + lid);
}
