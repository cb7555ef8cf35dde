// expect: unsupported
//--local_size=64 --num_groups=4
// An assumption about which pair is spoken of.
kernel void k(global int *a) {
  __requires(__same_group);
  a[get_local_id(0)] = 1;
}
