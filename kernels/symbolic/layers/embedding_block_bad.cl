// expect: race
//--local_size=64 --num_groups=*
// The check of the pitch is the wrong way round.
kernel void embedding(global float *out, global const float *table, global const int *ids, int vocabulary, uint width,
                      uint pitch) {
  const size_t word = get_group_id(0);
  const int id = ids[word];
  const bool known = id >= 0 && id < vocabulary;
  if (width < pitch || width > 1000000)
    return;
  global float *to = out + word * pitch;
  for (uint c = get_local_id(0); c < width; c += get_local_size(0))
    to[c] = known ? table[(size_t)id * width + c] : 0.0f; /*@race*/
}
