// expect: verified
//--local_size=64 --num_groups=[*,*]
// Rotary embedding: each number turns with the one half a head further on.
kernel void rope_halves(global float *out, global const float *in, global const float *table, int heads, int dim) {
  const int token = get_group_id(0);
  const int head = get_group_id(1);
  if (head >= heads || dim < 2 || dim % 2)
    return;
  const int half_dim = dim / 2;
  const long base = ((long)token * heads + head) * dim;
  for (int i = get_local_id(0); i < half_dim; i += get_local_size(0)) {
    float angle = table[token * dim + i];
    float c = cos(angle), s = sin(angle);
    float a = in[base + i], b = in[base + i + half_dim];
    out[base + i] = a * c - b * s;
    out[base + i + half_dim] = b * c + a * s;
  }
}
