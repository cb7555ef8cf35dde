// expect: verified
//--local_size=* --num_groups=*
// Softmax in OpenCL: a group for each row, dynamic local memory, any size of the group.
kernel void softmax(global float *data, int cols, int pitch, local float *part) {
  int lid = get_local_id(0), size = get_local_size(0);
  if (pitch < cols)
    return;
  global float *row = data + (long)get_group_id(0) * pitch;
  float top = -INFINITY;
  for (int i = lid; i < cols; i += size)
    top = fmax(top, row[i]);
  part[lid] = top;
  barrier(CLK_LOCAL_MEM_FENCE);
  top = part[0];
  for (int k = 1; k < size; ++k)
    top = fmax(top, part[k]);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = lid; i < cols; i += size)
    sum += exp(row[i] - top);
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (int k = 0; k < size; ++k)
    sum += part[k];
  for (int i = lid; i < cols; i += size)
    row[i] = exp(row[i] - top) / sum;
}
