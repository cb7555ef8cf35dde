// The OpenCL layer of `lockstep record`: the loader (OPENCL_LAYERS) sends the program's calls through it. Each function
// here calls what it stands for with the program's own arguments, hands back what that gave, and notes it beside.
//
// A layer has no object of its own that the loader would hand back, so the next layer's functions and the recorder are
// reached through `layer()`; they live until the process ends, whoever still calls then.
#include "record/recorder.h"

#include <CL/cl_layer.h>

#include <cstring>
#include <pthread.h>

namespace lockstep::record {

namespace {

struct Layer {
  cl_icd_dispatch next{}; // what the program would have called
  cl_icd_dispatch own{};  // what it calls
  Recorder recorder;
};

Layer &layer() {
  static Layer *const the_one = new Layer;
  return *the_one;
}

const cl_icd_dispatch &next() { return layer().next; }
Recorder &recorder() { return layer().recorder; }

// --- programs ---------------------------------------------------------------------------------------------

Program without_source(const char *why) { return {"", "", why}; }

std::string joined(cl_uint count, const char **strings, const size_t *lengths) {
  std::string out;
  for (cl_uint i = 0; strings != nullptr && i < count; ++i)
    if (strings[i] != nullptr)
      out += lengths != nullptr && lengths[i] != 0 ? std::string(strings[i], lengths[i]) : std::string(strings[i]);
  return out;
}

cl_program CL_API_CALL create_program_with_source(cl_context context, cl_uint count, const char **strings,
                                                  const size_t *lengths, cl_int *error) {
  const cl_program made = next().clCreateProgramWithSource(context, count, strings, lengths, error);
  if (made != nullptr)
    recorder().program(made, {joined(count, strings, lengths), "", ""});
  return made;
}

cl_program CL_API_CALL create_program_with_binary(cl_context context, cl_uint count, const cl_device_id *devices,
                                                  const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                                  cl_int *error) {
  const cl_program made = next().clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, error);
  if (made != nullptr)
    recorder().program(made, without_source("its program was made from a binary"));
  return made;
}

cl_program CL_API_CALL create_program_with_il(cl_context context, const void *il, size_t length, cl_int *error) {
  const cl_program made = next().clCreateProgramWithIL(context, il, length, error);
  if (made != nullptr)
    recorder().program(made, without_source("its program was made from an intermediate language"));
  return made;
}

cl_program CL_API_CALL create_program_with_built_in_kernels(cl_context context, cl_uint count,
                                                            const cl_device_id *devices, const char *names,
                                                            cl_int *error) {
  const cl_program made = next().clCreateProgramWithBuiltInKernels(context, count, devices, names, error);
  if (made != nullptr)
    recorder().program(made, without_source("it is built into the device"));
  return made;
}

using Notify = void(CL_CALLBACK *)(cl_program, void *);

// Before the call, which may return while another thread builds; a build that fails makes no kernel.
cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                                 Notify notify, void *data) {
  recorder().options(program, options);
  return next().clBuildProgram(program, count, devices, options, notify, data);
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                                   cl_uint headers, const cl_program *header_programs, const char **header_names,
                                   Notify notify, void *data) {
  recorder().options(program, options);
  if (headers != 0)
    recorder().not_recordable(program, "its program was compiled with headers that are programs");
  return next().clCompileProgram(program, count, devices, options, headers, header_programs, header_names, notify,
                                 data);
}

cl_program CL_API_CALL link_program(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
                                    cl_uint inputs, const cl_program *input_programs, Notify notify, void *data,
                                    cl_int *error) {
  const cl_program made =
      next().clLinkProgram(context, count, devices, options, inputs, input_programs, notify, data, error);
  if (made == nullptr)
    return made;
  const auto only = inputs == 1 && input_programs != nullptr ? recorder().program_of(input_programs[0]) : std::nullopt;
  recorder().program(made, only ? *only : without_source("its program was linked from several"));
  return made;
}

// --- memory -----------------------------------------------------------------------------------------------

void note_buffer(cl_mem made, cl_mem_flags flags, size_t size, const void *host) {
  if (made == nullptr)
    return;
  const bool of_host = (flags & CL_MEM_USE_HOST_PTR) != 0;
  recorder().memory(made,
                    {MemoryKind::Buffer, host_memory, of_host ? reinterpret_cast<std::uintptr_t>(host) : 0, size});
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error) {
  const cl_mem made = next().clCreateBuffer(context, flags, size, host, error);
  note_buffer(made, flags, size, host);
  return made;
}

cl_mem CL_API_CALL create_buffer_with_properties(cl_context context, const cl_mem_properties *properties,
                                                 cl_mem_flags flags, size_t size, void *host, cl_int *error) {
  const cl_mem made = next().clCreateBufferWithProperties(context, properties, flags, size, host, error);
  note_buffer(made, flags, size, host);
  return made;
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                     cl_int *error) {
  const cl_mem made = next().clCreateSubBuffer(buffer, flags, type, info, error);
  if (made == nullptr)
    return made;
  const auto whole = recorder().memory_of(buffer);
  if (whole && type == CL_BUFFER_CREATE_TYPE_REGION && info != nullptr) {
    const auto &region = *static_cast<const cl_buffer_region *>(info);
    recorder().memory(made, {MemoryKind::Buffer, whole->root, whole->begins + region.origin, region.size});
  } else {
    recorder().forget(made);
  }
  return made;
}

// `of`: the buffer that holds the image's pixels, if one does.
void note_image(cl_mem made, cl_mem of) {
  if (made == nullptr)
    return;
  Memory memory{MemoryKind::Image, host_memory, 0, 1};
  if (of != nullptr)
    if (const auto buffer = recorder().memory_of(of))
      memory = {MemoryKind::Image, buffer->root, buffer->begins, buffer->size};
  recorder().memory(made, memory);
}

cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                const cl_image_desc *description, void *host, cl_int *error) {
  const cl_mem made = next().clCreateImage(context, flags, format, description, host, error);
  note_image(made, description != nullptr ? description->mem_object : nullptr);
  return made;
}

cl_mem CL_API_CALL create_image_with_properties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, const cl_image_format *format,
                                                const cl_image_desc *description, void *host, cl_int *error) {
  const cl_mem made = next().clCreateImageWithProperties(context, properties, flags, format, description, host, error);
  note_image(made, description != nullptr ? description->mem_object : nullptr);
  return made;
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t pitch, void *host, cl_int *error) {
  const cl_mem made = next().clCreateImage2D(context, flags, format, width, height, pitch, host, error);
  note_image(made, nullptr);
  return made;
}

cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t depth, size_t pitch, size_t slice, void *host, cl_int *error) {
  const cl_mem made = next().clCreateImage3D(context, flags, format, width, height, depth, pitch, slice, host, error);
  note_image(made, nullptr);
  return made;
}

cl_mem CL_API_CALL create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                               const cl_pipe_properties *properties, cl_int *error) {
  const cl_mem made = next().clCreatePipe(context, flags, packet, packets, properties, error);
  if (made != nullptr)
    recorder().memory(made, {MemoryKind::Pipe, host_memory, 0, 1});
  return made;
}

cl_mem CL_API_CALL create_from_gl_buffer(cl_context context, cl_mem_flags flags, cl_GLuint buffer, int *error) {
  const cl_mem made = next().clCreateFromGLBuffer(context, flags, buffer, error);
  recorder().forget(made);
  return made;
}

cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing,
                                      cl_filter_mode filter, cl_int *error) {
  const cl_sampler made = next().clCreateSampler(context, normalised, addressing, filter, error);
  if (made != nullptr)
    recorder().sampler(made);
  return made;
}

cl_sampler CL_API_CALL create_sampler_with_properties(cl_context context, const cl_sampler_properties *properties,
                                                      cl_int *error) {
  const cl_sampler made = next().clCreateSamplerWithProperties(context, properties, error);
  if (made != nullptr)
    recorder().sampler(made);
  return made;
}

// --- kernels ----------------------------------------------------------------------------------------------

void note_kernel(cl_kernel made, cl_program program) {
  if (made == nullptr)
    return;
  size_t length = 0;
  cl_uint arguments = 0;
  if (next().clGetKernelInfo(made, CL_KERNEL_FUNCTION_NAME, 0, nullptr, &length) != CL_SUCCESS)
    return;
  std::string name(length, '\0');
  next().clGetKernelInfo(made, CL_KERNEL_FUNCTION_NAME, length, name.data(), nullptr);
  next().clGetKernelInfo(made, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr);
  recorder().kernel(made, program, name.c_str(), arguments);
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error) {
  const cl_kernel made = next().clCreateKernel(program, name, error);
  note_kernel(made, program);
  return made;
}

cl_int CL_API_CALL create_kernels_in_program(cl_program program, cl_uint count, cl_kernel *kernels, cl_uint *number) {
  cl_uint made = 0;
  const cl_int error = next().clCreateKernelsInProgram(program, count, kernels, &made);
  if (number != nullptr && error == CL_SUCCESS)
    *number = made;
  for (cl_uint i = 0; error == CL_SUCCESS && kernels != nullptr && i < made && i < count; ++i)
    note_kernel(kernels[i], program);
  return error;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *error) {
  const cl_kernel made = next().clCloneKernel(kernel, error);
  if (made != nullptr)
    recorder().kernel_copy(made, kernel);
  return made;
}

cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  const cl_int error = next().clSetKernelArg(kernel, index, size, value);
  if (error == CL_SUCCESS)
    recorder().argument(kernel, index, size, value);
  return error;
}

cl_int CL_API_CALL set_kernel_arg_svm_pointer(cl_kernel kernel, cl_uint index, const void *value) {
  const cl_int error = next().clSetKernelArgSVMPointer(kernel, index, value);
  if (error == CL_SUCCESS)
    recorder().svm_argument(kernel, index);
  return error;
}

// --- launches ---------------------------------------------------------------------------------------------

unsigned pointer_bits(cl_command_queue queue) {
  cl_device_id device = nullptr;
  cl_uint bits = 0;
  if (next().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr) == CL_SUCCESS &&
      next().clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof(bits), &bits, nullptr) == CL_SUCCESS && bits == 32)
    return 32;
  return 64;
}

cl_int CL_API_CALL enqueue_nd_range_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                           const size_t *offset, const size_t *global, const size_t *local,
                                           cl_uint waits, const cl_event *wait_list, cl_event *event) {
  const auto sizes = [&](const size_t *given) {
    return given != nullptr ? std::vector<std::size_t>(given, given + dimensions) : std::vector<std::size_t>();
  };
  std::optional<std::size_t> id;
  bool some = global != nullptr && dimensions >= 1 && dimensions <= 3; // else it is refused, or nothing runs
  for (cl_uint d = 0; some && d < dimensions; ++d)
    some = global[d] != 0;
  if (some)
    id = recorder().launch(kernel, {sizes(global), sizes(local), sizes(offset), pointer_bits(queue)});
  const cl_int error =
      next().clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, wait_list, event);
  recorder().launched(id, error == CL_SUCCESS);
  return error;
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits, const cl_event *wait_list,
                                cl_event *event) {
  const auto id = recorder().launch(kernel, {{1}, {1}, {}, pointer_bits(queue)});
  const cl_int error = next().clEnqueueTask(queue, kernel, waits, wait_list, event);
  recorder().launched(id, error == CL_SUCCESS);
  return error;
}

template <typename Function> void take(Function *&place, Function *own) {
  if (place != nullptr) // else nothing stands behind it, and the program finds that as before
    place = own;
}

void fill(cl_icd_dispatch &d) {
  take(d.clCreateProgramWithSource, create_program_with_source);
  take(d.clCreateProgramWithBinary, create_program_with_binary);
  take(d.clCreateProgramWithIL, create_program_with_il);
  take(d.clCreateProgramWithBuiltInKernels, create_program_with_built_in_kernels);
  take(d.clBuildProgram, build_program);
  take(d.clCompileProgram, compile_program);
  take(d.clLinkProgram, link_program);
  take(d.clCreateBuffer, create_buffer);
  take(d.clCreateBufferWithProperties, create_buffer_with_properties);
  take(d.clCreateSubBuffer, create_sub_buffer);
  take(d.clCreateImage, create_image);
  take(d.clCreateImageWithProperties, create_image_with_properties);
  take(d.clCreateImage2D, create_image_2d);
  take(d.clCreateImage3D, create_image_3d);
  take(d.clCreatePipe, create_pipe);
  take(d.clCreateFromGLBuffer, create_from_gl_buffer);
  take(d.clCreateSampler, create_sampler);
  take(d.clCreateSamplerWithProperties, create_sampler_with_properties);
  take(d.clCreateKernel, create_kernel);
  take(d.clCreateKernelsInProgram, create_kernels_in_program);
  take(d.clCloneKernel, clone_kernel);
  take(d.clSetKernelArg, set_kernel_arg);
  take(d.clSetKernelArgSVMPointer, set_kernel_arg_svm_pointer);
  take(d.clEnqueueNDRangeKernel, enqueue_nd_range_kernel);
  take(d.clEnqueueTask, enqueue_task);
}

__attribute__((destructor)) void at_exit() { recorder().finish(); }

} // namespace

} // namespace lockstep::record

// --- what the loader calls --------------------------------------------------------------------------------

extern "C" {

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void *value,
                                                                         size_t *needed) {
  constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name != CL_LAYER_API_VERSION || (value != nullptr && size < sizeof version))
    return CL_INVALID_VALUE;
  if (value != nullptr)
    std::memcpy(value, &version, sizeof version);
  if (needed != nullptr)
    *needed = sizeof version;
  return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target,
                                                                      cl_uint *own_entries,
                                                                      const cl_icd_dispatch **own) {
  using lockstep::record::layer;
  if (target == nullptr || own_entries == nullptr || own == nullptr)
    return CL_INVALID_VALUE;
  const std::size_t known = sizeof(cl_icd_dispatch) / sizeof(void *);
  const std::size_t shared = entries < known ? entries : known; // an older loader has fewer
  std::memcpy(static_cast<void *>(&layer().next), target, shared * sizeof(void *));
  layer().own = layer().next;
  lockstep::record::fill(layer().own);
  ::pthread_atfork([] { lockstep::record::recorder().lock_for_fork(); },
                   [] { lockstep::record::recorder().unlock_after_fork(); },
                   [] { lockstep::record::recorder().unlock_after_fork(); });
  *own_entries = static_cast<cl_uint>(shared);
  *own = &layer().own;
  return CL_SUCCESS;
}
}
