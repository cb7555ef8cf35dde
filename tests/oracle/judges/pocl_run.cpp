// Runs an OpenCL kernel on the first OpenCL device that there is (tests: PoCL's CPU device) and writes its buffers'
// final contents: an independent judge of what `lockstep run` says (tests/oracle/judges/judges.py).
//
//   pocl_run FILE KERNEL OPTIONS
//
// OPTIONS: the compiler's, one word. First it prints a line for each parameter: name, address space, type, tab between
// them; then an empty line. Then it reads lines of standard input; none: that was all.
//   GLOBAL LOCAL OFFSET   X,Y,Z each
//   buffer:IN:OUT         for each parameter, in order: a buffer with the bytes of the file IN; its final bytes go to
//   OUT local:BYTES           group memory value:HEX             a value, byte after byte as in memory, two digits each
//
// Exit status: 0, 2 for bad usage, 3 if the kernel does not compile, 4 if OpenCL fails otherwise (one line says where).
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Failure {
  int status;
  std::string message;
};

void check(cl_int status, const std::string &what) {
  if (status != CL_SUCCESS)
    throw Failure{4, what + ": OpenCL error " + std::to_string(status)};
}

std::string read_file(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Failure{2, "cannot read '" + path + "'"};
  return {std::istreambuf_iterator<char>(in), {}};
}

std::array<std::size_t, 3> sizes(const std::string &text) {
  std::array<std::size_t, 3> s{};
  char comma = 0;
  std::istringstream in(text);
  if (!(in >> s[0] >> comma >> s[1] >> comma >> s[2]))
    throw Failure{2, "'" + text + "' is not of the form X,Y,Z"};
  return s;
}

std::vector<unsigned char> from_hex(const std::string &text) {
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoul(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

class Device {
public:
  Device() {
    std::array<cl_platform_id, 8> platforms{};
    cl_uint count = 0;
    check(clGetPlatformIDs(platforms.size(), platforms.data(), &count), "no OpenCL platform");
    for (cl_uint i = 0; i < count && device_ == nullptr; ++i)
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device_, nullptr) != CL_SUCCESS)
        device_ = nullptr;
    if (device_ == nullptr)
      throw Failure{4, "no OpenCL device"};
    cl_int status = 0;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    check(status, "clCreateCommandQueue");
  }

  cl_kernel build(const std::string &source, const std::string &name, const std::string &options) {
    const char *text = source.c_str();
    cl_int status = 0;
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device_, (options + " -cl-kernel-arg-info").c_str(), nullptr, nullptr) !=
        CL_SUCCESS) {
      std::size_t size = 0;
      clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
      std::string log(size, '\0');
      clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
      throw Failure{3, "does not compile: " + log};
    }
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &status);
    check(status, "clCreateKernel");
    return kernel;
  }

  cl_mem buffer(std::string &contents) {
    cl_int status = 0;
    cl_mem b =
        clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, contents.size(), contents.data(), &status);
    check(status, "clCreateBuffer");
    return b;
  }

  void launch(cl_kernel k, const std::string &global, const std::string &local, const std::string &offset) {
    const auto g = sizes(global), l = sizes(local), o = sizes(offset);
    check(clEnqueueNDRangeKernel(queue_, k, 3, o.data(), g.data(), l.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue_), "clFinish");
  }

  std::string read(cl_mem b, std::size_t bytes) {
    std::string out(bytes, '\0');
    check(clEnqueueReadBuffer(queue_, b, CL_TRUE, 0, bytes, out.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
    return out;
  }

private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

std::string text_info(cl_kernel k, cl_uint i, cl_kernel_arg_info what) {
  std::array<char, 512> text{};
  check(clGetKernelArgInfo(k, i, what, text.size(), text.data(), nullptr), "clGetKernelArgInfo");
  return text.data();
}

void describe(cl_kernel k) {
  cl_uint count = 0;
  check(clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), "clGetKernelInfo");
  for (cl_uint i = 0; i < count; ++i) {
    cl_kernel_arg_address_qualifier space = 0;
    check(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr),
          "clGetKernelArgInfo");
    const char *word = space == CL_KERNEL_ARG_ADDRESS_GLOBAL     ? "global"
                       : space == CL_KERNEL_ARG_ADDRESS_CONSTANT ? "constant"
                       : space == CL_KERNEL_ARG_ADDRESS_LOCAL    ? "local"
                                                                 : "private";
    std::cout << text_info(k, i, CL_KERNEL_ARG_NAME) << '\t' << word << '\t' << text_info(k, i, CL_KERNEL_ARG_TYPE_NAME)
              << '\n';
  }
  std::cout << std::endl;
}

void run(Device &device, cl_kernel k, const std::vector<std::string> &lines) {
  struct Result {
    cl_mem buffer;
    std::size_t bytes;
    std::string path;
  };
  std::vector<Result> results;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto number = static_cast<cl_uint>(i - 1);
    const std::string &w = lines[i];
    const std::string rest = w.substr(w.find(':') + 1), what = "argument " + std::to_string(number);
    if (w.rfind("buffer:", 0) == 0) {
      const std::size_t colon = rest.find(':');
      if (colon == std::string::npos)
        throw Failure{2, what + ": buffer:IN:OUT"};
      std::string contents = read_file(rest.substr(0, colon));
      cl_mem b = device.buffer(contents);
      results.push_back({b, contents.size(), rest.substr(colon + 1)});
      check(clSetKernelArg(k, number, sizeof b, &b), what);
    } else if (w.rfind("local:", 0) == 0) {
      check(clSetKernelArg(k, number, std::stoul(rest), nullptr), what);
    } else if (w.rfind("value:", 0) == 0) {
      const std::vector<unsigned char> bytes = from_hex(rest);
      check(clSetKernelArg(k, number, bytes.size(), bytes.data()), what);
    } else {
      throw Failure{2, "'" + w + "' is no argument"};
    }
  }
  std::istringstream launch(lines.front());
  std::string global, local, offset;
  launch >> global >> local >> offset;
  device.launch(k, global, local, offset);
  for (const Result &r : results) {
    const std::string bytes = device.read(r.buffer, r.bytes);
    std::ofstream out(r.path, std::ios::binary);
    if (!out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      throw Failure{2, "cannot write '" + r.path + "'"};
  }
}

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() != 3)
      throw Failure{2, "pocl_run FILE KERNEL OPTIONS"};
    Device device;
    cl_kernel k = device.build(read_file(words[0]), words[1], words[2]);
    describe(k);
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);)
      lines.push_back(line);
    if (!lines.empty())
      run(device, k, lines);
  } catch (const Failure &f) {
    std::cerr << "pocl_run: " << f.message << '\n';
    return f.status;
  } catch (const std::exception &e) {
    std::cerr << "pocl_run: " << e.what() << '\n';
    return 2;
  }
  return 0;
}
