// expect: race
//--local_size=[16,16] --num_groups=[4,4]
// The threads of a column write one pixel.
__kernel void image_rows(__write_only image2d_t picture) {
  write_imagef(picture, (int2)(get_global_id(0), 0), (float4)(get_global_id(1))); /*@race*/
}
