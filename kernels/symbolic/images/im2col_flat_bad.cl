// expect: race
//--local_size=* --num_groups=*
// The element of the patch is taken modulo one side of it, and the row of the matrix from there.
kernel void im2col(global float *col, global const float *im, int channels, int height, int width, int kh, int kw,
                   int dilation) {
  int out_h = height - dilation * (kh - 1);
  int out_w = width - dilation * (kw - 1);
  if (kh < 1 || kw < 1 || out_h < 1 || out_w < 1)
    return;
  int patches = out_h * out_w;
  int i = get_global_id(0);
  if (i >= channels * kh * kw * patches)
    return;
  int p = i % patches;
  int k = i / patches;
  int dx = k % kw;
  int dy = k / kw % kh;
  int c = k / kw / kh;
  int y = p / out_w + dy * dilation;
  int x = p % out_w + dx * dilation;
  col[((c * kh + dy) * kh + dx) * patches + p] = im[(c * height + y) * width + x]; /*@race*/
}
