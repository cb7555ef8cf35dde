// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// A class around a matrix: constructor, methods, operators, const and non-const access.
class Matrix {
public:
  __device__ Matrix(float *data, int pitch) : data_(data), pitch_(pitch) {}
  __device__ float &operator()(int y, int x) { return data_[y * pitch_ + x]; }
  __device__ float at(int y, int x) const { return data_[y * pitch_ + x]; }

private:
  float *data_;
  int pitch_;
};

__global__ void add_one(float *data) {
  Matrix m(data, 64);
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  m(y, x) = m.at(y, x) + 1.0f;
}
