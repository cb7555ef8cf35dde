// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// The row's offset is computed in 64 bits.

__kernel void k(__global int *out, uint pitch) {
  if (pitch >= 256)
    out[get_global_id(1) * pitch + get_global_id(0)] = get_global_id(1);
}
