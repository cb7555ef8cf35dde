// expect: verified
//--local_size=128 --num_groups=*
// Adds a mask to the scores; the mask is the same for all heads of a batch.
kernel void add_mask(global float *scores, global const float *mask, int batch, int heads, int n) {
  int i = get_global_id(0);
  if (batch < 1 || heads < 1 || n < 1 || i >= batch * heads * n * n)
    return;
  int col = i % n;
  int row = i / n % n;
  int b = i / n / n / heads;
  int h = i / n / n % heads;
  int plane = b * heads + h;
  scores[(plane * n + row) * n + col] += mask[(b * n + row) * n + col];
}
