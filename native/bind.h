// The functions that the addon exports, and what they share.
#ifndef STIPPLE_BIND_H_
#define STIPPLE_BIND_H_

#include <napi.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dither/dither.h"
#include "dither/picture.h"
#include "png/mount.h"
#include "png/png.h"
#include "text/text_plane.h"

namespace stipple::bind {

// State of one JavaScript environment (the main thread, or a worker): never shared between threads.
struct Instance {
  Ditherer ditherer;
  PngEncoder encoder;
  TextPainter painter;
  TextPicture text;
  std::vector<uint8_t> file;
};

// The object that the addon exports as `constants`; src/pictures/native/addon.ts lists its fields.
Napi::Object constants(Napi::Env env);

// dither(rgba, indices, width, height, premultiplied, palette, measured, algorithm, noiseScale, strength,
//        maxError, chromaClamp, tone): fills `indices`.
Napi::Value dither(const Napi::CallbackInfo& info);

// encodePng(indices, width, height, palette, minBytes, effort, depth, greyscale): a Buffer with the file.
// Depth 0 leaves the format to the kernel.
Napi::Value encode(const Napi::CallbackInfo& info);

// encodeTruecolour(rgb, width, height, minBytes, effort, channelBits): a Buffer with the file.
Napi::Value encodeTruecolour(const Napi::CallbackInfo& info);

// mountPixels(pixels, frame, width, height, pixelBytes, quarterTurns, left, top, frameWidth, frameHeight):
// writes into `frame`.
Napi::Value mount(const Napi::CallbackInfo& info);

// drawText(indices, width, height, palette, numbers, outlines): draws on `indices`. How the two arrays are
// laid out is said in bind_text.cc.
Napi::Value drawText(const Napi::CallbackInfo& info);

// threadCpuMs(): time that a processor has spent on this thread, in ms; null where the system cannot tell.
Napi::Value threadCpuMs(const Napi::CallbackInfo& info);

// confineProcess(bytes, paths, descriptor): confines this process for good (confine/process.h): `bytes` of private
// memory at most, nothing but `paths` to be read, no descriptor but that one. An array of names: what does not hold.
Napi::Value confineProcess(const Napi::CallbackInfo& info);

// hideProcess(): closes this process to others of its user, and its descriptors to programs that it starts. False where
// the system cannot.
Napi::Value hideProcess(const Napi::CallbackInfo& info);

// kernelBarriers(): an object; `landlock` is the version that the kernel has, or 0, `seccomp` whether it filters calls.
Napi::Value kernelBarriers(const Napi::CallbackInfo& info);

// residentBytes(): memory of this process that is in use, also when it is confined; null where the system cannot tell.
Napi::Value residentBytes(const Napi::CallbackInfo& info);

// shareFile(bytes): a file of that size without a name, only in memory, for libraries that take files: an object with its
// `path` in this process, and its content as `bytes`. Null where the system has none.
Napi::Value shareFile(const Napi::CallbackInfo& info);

// refuseIoUring(): keeps io_uring and new privileges from this thread and all that it starts
// (syscall_filter.h). False where the system has no such filter.
Napi::Value refuseIoUring(const Napi::CallbackInfo& info);

// limitArenas(most): from now on the C library makes no more than `most` arenas for the threads of this process.
// False where its allocator has none.
Napi::Value limitArenas(const Napi::CallbackInfo& info);

// lockFile(descriptor): locks an open file for this process alone, until the file is closed. False while another process
// has it; null where the file system has no locks.
Napi::Value lockFile(const Napi::CallbackInfo& info);

// releaseMemory(): gives the system back what is free in the C library's allocator. False where there is nothing
// to give, or no such call.
Napi::Value releaseMemory(const Napi::CallbackInfo& info);

// releaseFilePages(): lets go of the pages of files that this process has mapped to read. False where there are none.
Napi::Value releaseFilePages(const Napi::CallbackInfo& info);

// The bytes of a Uint8Array or Uint8ClampedArray argument, valid until JavaScript runs again. Nothing for
// other values; `undefined` gives an empty span.
std::optional<std::span<uint8_t>> bytesOf(const Napi::Value& value);

// Colours of a byte argument of three bytes an ink. Nothing when its length is no multiple of three.
std::optional<std::vector<Rgb>> inksOf(const Napi::Value& value);

// An integer argument in 0..most, or nothing.
std::optional<uint32_t> integerOf(const Napi::Value& value, double most);

// Raises TypeError (a wrong kind of argument) or RangeError (a wrong value) and returns undefined.
Napi::Value refuseType(Napi::Env env, const char* message);
Napi::Value refuseStatus(Napi::Env env, Status status);

}  // namespace stipple::bind

#endif  // STIPPLE_BIND_H_
