// expect: race
//--local_size=[16,16] --num_groups=[4,4]
// The constructor's arguments give a pitch that is a row of one block only.
class Matrix {
public:
  __device__ Matrix(float *data, int pitch) : data_(data), pitch_(pitch) {}
  __device__ void add(int y, int x, float v) {
    data_[y * pitch_ + x] += v; /*@race*/
  }

private:
  float *data_;
  int pitch_;
};

__global__ void add_one(float *data) {
  Matrix m(data, 16);
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  m.add(y, x, 1.0f);
}
