// A small OpenCL program, for `lockstep record`: launches kernels on the first device that there is.
//
//   record_launches WHAT...     in this order:
//     scale      one that is right, three times: scalars of several types, group memory
//     racy       one that is not: all work-items write one cell
//     sub        two sub-buffers that overlap, for a kernel that is right where they do not
//     apart      two that do not
//     same       one buffer twice
//     host       two buffers over memory of the host's that overlaps
//     null       no buffer for the second parameter
//     svm        shared virtual memory
//     beyond     a buffer that is shorter than the launch (the kernel tests n, so that nothing happens here)
//     free       without a local size
//     shapes     a structure and a vector by value
//     include    a program with an included file, found by its build options
//     binary     a program made from a binary
//     threads    four threads that each launch `scale` ten times with kernels of their own
//     refused    a launch that OpenCL refuses
//     exit       ends by exit(3) there and then
//     crash      ends by abort() there and then
//
// Exit status: 0; 4 if OpenCL fails otherwise.
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char *source = R"(__kernel void scale(__global float *a, __global const float *b, float by, uint n,
                    char shift, __local float *row) {
  size_t i = get_global_id(0);
  row[get_local_id(0)] = by;
  if (i < n)
    a[i] = b[i] * row[get_local_id(0)] + shift;
}

__kernel void racy(__global int *sum) {
  sum[0] = get_global_id(0);
}

__kernel void copy(__global int *to, __global const int *from, int n) {
  int i = get_global_id(0);
  if (i < n)
    to[i] = from[i];
}

typedef struct {
  int width;
  char tag;
  long stride;
} shape;

__kernel void shapes(__global int *a, shape s, int2 v) {
  a[get_global_id(1) * s.stride + get_global_id(0) * v.y] = s.width;
}
)";

void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(status));
}

struct Host {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  Host() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
    cl_int status = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
  }

  cl_program build(const char *text, const char *options) const {
    cl_int status = 0;
    const cl_program made = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    check(status, "program");
    check(clBuildProgram(made, 1, &device, options, nullptr, nullptr), "build");
    return made;
  }
  cl_mem buffer(std::size_t bytes) const {
    cl_int status = 0;
    const cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
    check(status, "buffer");
    return made;
  }
  static cl_mem part(cl_mem of, std::size_t origin, std::size_t bytes) {
    cl_int status = 0;
    const cl_buffer_region region{origin, bytes};
    const cl_mem made = clCreateSubBuffer(of, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    check(status, "sub-buffer");
    return made;
  }
};

class Call {
public:
  Call(const Host &host, cl_program program, const char *name) : host_(host) {
    cl_int status = 0;
    kernel_ = clCreateKernel(program, name, &status);
    check(status, name);
  }
  template <typename T> Call &arg(const T &value) { return arg(sizeof value, &value); }
  Call &arg(std::size_t size, const void *value) {
    check(clSetKernelArg(kernel_, next_++, size, value), "argument");
    return *this;
  }
  Call &svm(const void *pointer) {
    check(clSetKernelArgSVMPointer(kernel_, next_++, pointer), "argument");
    return *this;
  }
  cl_int launch(std::vector<std::size_t> global, std::vector<std::size_t> local) {
    const cl_int status =
        clEnqueueNDRangeKernel(host_.queue, kernel_, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    clFinish(host_.queue);
    return status;
  }
  void run(std::vector<std::size_t> global, std::vector<std::size_t> local) {
    check(launch(std::move(global), std::move(local)), "launch");
  }

private:
  const Host &host_;
  cl_kernel kernel_ = nullptr;
  cl_uint next_ = 0;
};

Call scale(const Host &h, cl_mem a, cl_mem b) {
  Call call(h, h.program, "scale");
  call.arg(a).arg(b).arg(2.5F).arg(cl_uint(1000)).arg(cl_char(-3)).arg(64 * sizeof(float), nullptr);
  return call;
}

void copy(const Host &h, cl_mem to, cl_mem from, std::size_t threads) {
  Call(h, h.program, "copy").arg(to).arg(from).arg(cl_int(256)).run({threads}, {64});
}

void act(const Host &h, const std::string &what) {
  if (what == "scale") {
    const cl_mem a = h.buffer(4000), b = h.buffer(4000);
    for (int i = 0; i < 3; ++i)
      scale(h, a, b).run({1024}, {64});
  } else if (what == "racy") {
    Call(h, h.program, "racy").arg(h.buffer(4)).run({64}, {64});
  } else if (what == "sub") {
    const cl_mem whole = h.buffer(4096);
    copy(h, Host::part(whole, 0, 1024), Host::part(whole, 512, 1024), 256);
  } else if (what == "apart") {
    const cl_mem whole = h.buffer(4096);
    copy(h, Host::part(whole, 0, 1024), Host::part(whole, 1024, 1024), 256);
  } else if (what == "same") {
    const cl_mem both = h.buffer(1024);
    copy(h, both, both, 256);
  } else if (what == "host") {
    alignas(4096) static std::array<cl_int, 512> memory;
    cl_int status = 0;
    cl_mem parts[2];
    for (std::size_t i = 0; i < 2; ++i) {
      parts[i] = clCreateBuffer(h.context, CL_MEM_USE_HOST_PTR, 1024, &memory[i * 128], &status);
      check(status, "buffer");
    }
    copy(h, parts[1], parts[0], 256);
  } else if (what == "null") {
    Call(h, h.program, "copy").arg(h.buffer(1024)).arg(sizeof(cl_mem), nullptr).arg(cl_int(0)).run({256}, {64});
  } else if (what == "svm") {
    void *memory = clSVMAlloc(h.context, CL_MEM_READ_WRITE, 1024, 0);
    Call(h, h.program, "copy").svm(memory).svm(memory).arg(cl_int(256)).run({256}, {64});
    clSVMFree(h.context, memory);
  } else if (what == "beyond") {
    Call(h, h.program, "copy").arg(h.buffer(1024)).arg(h.buffer(512)).arg(cl_int(129)).run({192}, {64});
  } else if (what == "free") {
    Call(h, h.program, "copy").arg(h.buffer(1024)).arg(h.buffer(1024)).arg(cl_int(256)).run({256}, {});
  } else if (what == "shapes") {
    struct {
      cl_int width;
      cl_char tag;
      cl_long stride;
    } s{7, 1, 16};
    const cl_int2 v{{0, 1}};
    Call(h, h.program, "shapes").arg(h.buffer(1024)).arg(s).arg(v).run({16, 16}, {8, 8});
  } else if (what == "include") {
    const cl_program p = h.build("#include \"step.h\"\n__kernel void walk(__global int *a) {\n"
                                 "  a[get_global_id(0) * STEP] = WIDTH;\n}\n",
                                 "-I inc -DWIDTH=4 -cl-std=CL1.2");
    Call(h, p, "walk").arg(h.buffer(4096)).run({64}, {64});
  } else if (what == "binary") {
    std::size_t size = 0;
    check(clGetProgramInfo(h.program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "binary's size");
    std::vector<unsigned char> bytes(size);
    unsigned char *place = bytes.data();
    check(clGetProgramInfo(h.program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr), "binary");
    cl_int status = 0, other = 0;
    const unsigned char *from = place;
    const cl_program p = clCreateProgramWithBinary(h.context, 1, &h.device, &size, &from, &other, &status);
    check(status, "program");
    check(clBuildProgram(p, 1, &h.device, "", nullptr, nullptr), "build");
    Call(h, p, "racy").arg(h.buffer(4)).run({64}, {64});
  } else if (what == "threads") {
    const cl_mem a = h.buffer(4000), b = h.buffer(4000);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        Call call = scale(h, a, b);
        for (int i = 0; i < 10; ++i)
          call.run({1024}, {64});
      });
    for (std::thread &t : threads)
      t.join();
  } else if (what == "refused") {
    if (Call(h, h.program, "racy").arg(h.buffer(4)).launch({65}, {64}) == CL_SUCCESS)
      throw std::runtime_error("a launch that does not divide went well");
  } else if (what == "exit") {
    std::exit(3);
  } else if (what == "crash") {
    std::abort();
  } else {
    throw std::runtime_error("what is '" + what + "'?");
  }
}

} // namespace

int main(int argc, char **argv) {
  try {
    Host host;
    host.program = host.build(source, "");
    for (int i = 1; i < argc; ++i)
      act(host, argv[i]);
    return 0;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "record_launches: %s\n", e.what());
    return 4;
  }
}
