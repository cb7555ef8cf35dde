// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// Each thread writes a pixel of its own.
__kernel void image_rows(__write_only image2d_t picture) {
  write_imagef(picture, (int2)(get_global_id(0), get_global_id(1)), (float4)(get_global_id(0)));
}
