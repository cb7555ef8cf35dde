// expect: race
//--local_size=128 --num_groups=*
// The stride of h is that of w.
kernel void oihw_to_hwio(global const float *restrict w, global float *restrict v, int O, int I, int KH, int KW) {
  int t = get_global_id(0);
  if (O < 1 || I < 1 || KH < 1 || KW < 1 || t >= O * I * KH * KW)
    return;
  int kw = t % KW;
  int kh = (t / KW) % KH;
  int i = (t / (KW * KH)) % I;
  int o = t / (KW * KH * I);
  v[kh * (I * O) + kw * (I * O) + i * O + o] = w[t]; /*@race*/
}
