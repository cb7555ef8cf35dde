// expect: verified
//--local_size=64 --num_groups=1 --strict-overflow
kernel void k(global int *a) {
  int i = 0x7ffffff0;
  while (i > 0)
    i += 8;
  a[get_local_id(0)] = i;
}
