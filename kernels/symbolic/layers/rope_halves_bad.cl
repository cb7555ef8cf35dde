// expect: race
//--local_size=64 --num_groups=[*,*]
// The loop goes over the whole head.
kernel void rope_halves(global float *out, global const float *in, global const float *table, int heads, int dim) {
  const int token = get_group_id(0);
  const int head = get_group_id(1);
  if (head >= heads || dim < 2 || dim % 2)
    return;
  const int half_dim = dim / 2;
  const long base = ((long)token * heads + head) * dim;
  for (int i = get_local_id(0); i < dim; i += get_local_size(0)) {
    float angle = table[token * dim + i];
    float c = cos(angle), s = sin(angle);
    float a = in[base + i], b = in[base + i + half_dim];
    out[base + i] = a * c - b * s; /*@race*/
    out[base + i + half_dim] = b * c + a * s; /*@race*/
  }
}
