"""Launches kernels of counts.py one after another: count_launch.py FOLDER VARIANT NUMBER...

A number is that of an entry of the manifest; the kernel is in PROGRAM.VARIANT.cubin. Arrays lie in memory of zeros that goes
on behind and before them. Says "COUNTED number" of each kernel that has run, and ends with the first that fails."""
import ctypes
import json
import pathlib
import re
import struct
import sys

BUFFER, BEFORE = 64 << 20, 1 << 20
DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
FORMATS = {"i8": "B", "i16": "H", "i32": "I", "i64": "Q", "f16": "e", "f32": "f", "f64": "d", "bool": "B"}


class Device:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.buffers = []
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        error = getattr(self.cuda, name)(*arguments)
        if error:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(error, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()}")

    def buffer(self, index, contents):
        """The address of an array with the contents at its start, zeros elsewhere."""
        while len(self.buffers) <= index:
            address = ctypes.c_uint64()
            self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(BUFFER))
            self.buffers.append(address.value)
        base = self.buffers[index]
        self.call("cuMemsetD8_v2", ctypes.c_uint64(base), ctypes.c_ubyte(0), ctypes.c_size_t(BUFFER))
        if contents:
            self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(base + BEFORE), contents, ctypes.c_size_t(len(contents)))
        return base + BEFORE

    def function(self, cubin, kernel):
        names = {n.decode() for n in re.findall(rb"\.text\.([\w$]+)", cubin.read_bytes()) if b"$" not in n}
        mine = [n for n in names if n == kernel or re.match(rf"_Z\w*?{len(kernel)}{kernel}(?!\w*\d{kernel})", n)]
        if len(mine) != 1:
            raise RuntimeError(f"{len(mine)} kernels of that name")
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoad", ctypes.byref(module), str(cubin).encode())
        self.call("cuModuleGetFunction", ctypes.byref(function), module, mine[0].encode())
        return function

    def parameter_bytes(self, function, index):
        offset, size = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuFuncGetParamInfo", function, ctypes.c_size_t(index), ctypes.byref(offset), ctypes.byref(size))
        return size.value

    def launch(self, entry, cubin):
        function = self.function(cubin, entry["kernel"])
        held = []
        for i, a in enumerate(entry["arguments"]):
            size = self.parameter_bytes(function, i)
            if "array" in a or (a.get("unused") and size == 8):
                held.append(ctypes.create_string_buffer(struct.pack("<Q", self.buffer(i, packed(a))), 8))
            elif "scalar" in a:
                held.append(ctypes.create_string_buffer(number(a["scalar"], a["value"]).ljust(size, b"\0"), size))
            else:
                held.append(ctypes.create_string_buffer(size))
        pointers = (ctypes.c_void_p * max(1, len(held)))(*(ctypes.addressof(h) for h in held))
        if entry["dynamic"]:
            self.call("cuFuncSetAttribute", function, DYNAMIC_SHARED, entry["dynamic"])
        self.call("cuLaunchKernel", function, *entry["grid"], *entry["block"], entry["dynamic"], None, pointers, None)
        self.call("cuCtxSynchronize")


def number(type_, value):
    if type_[0] == "f":
        return struct.pack("<" + FORMATS[type_], value)
    return struct.pack("<" + FORMATS[type_], value % (1 << (8 * struct.calcsize(FORMATS[type_]))))


def packed(argument):
    return b"".join(number(argument["array"], v) for v in argument.get("contents", []))


def main():
    folder, variant = pathlib.Path(sys.argv[1]), sys.argv[2]
    entries = {e["number"]: e for e in json.loads((folder / "manifest.json").read_text())["entries"]}
    device = Device()
    for n in map(int, sys.argv[3:]):
        try:
            device.launch(entries[n], folder / f"{entries[n]['program']}.{variant}.cubin")
        except RuntimeError as error:
            print(f"FAILED {n} {error}", flush=True)
            return 3
        print(f"COUNTED {n}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
