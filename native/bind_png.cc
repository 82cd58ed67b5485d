// encodePng(), encodeTruecolour() and mountPixels(): check, convert, call the kernel.
#include "bind.h"

namespace stipple::bind {

Napi::Value encode(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto indices = bytesOf(info[0]);
  auto width = integerOf(info[1], kMaxEdge);
  auto height = integerOf(info[2], kMaxEdge);
  auto inks = inksOf(info[3]);
  auto min_bytes = integerOf(info[4], kMaxPaddedBytes);
  auto effort = integerOf(info[5], kEffortNames.size() - 1);
  auto depth = integerOf(info[6], 8);
  if (!indices) return refuseType(env, "indices must be a Uint8Array");
  if (!inks) return refuseType(env, "a palette must be a Uint8Array of three bytes an ink");
  if (!width || !height || !min_bytes || !effort || !depth) {
    return refuseType(env, "sizes, padding, effort and depth must be small integers");
  }
  if (!info[7].IsBoolean()) return refuseType(env, "greyscale must be a boolean");

  PngOptions options;
  options.width = static_cast<int>(*width);
  options.height = static_cast<int>(*height);
  options.min_bytes = *min_bytes;
  options.effort = static_cast<Effort>(*effort);
  if (*depth > 0) options.format = {static_cast<int>(*depth), info[7].As<Napi::Boolean>().Value()};
  Instance* instance = env.GetInstanceData<Instance>();
  Status status = instance->encoder.encode(*indices, *inks, options, instance->file);
  if (status != Status::kOk) return refuseStatus(env, status);
  return Napi::Buffer<uint8_t>::Copy(env, instance->file.data(), instance->file.size());
}

Napi::Value encodeTruecolour(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto rgb = bytesOf(info[0]);
  auto width = integerOf(info[1], kMaxEdge);
  auto height = integerOf(info[2], kMaxEdge);
  auto min_bytes = integerOf(info[3], kMaxPaddedBytes);
  auto effort = integerOf(info[4], kEffortNames.size() - 1);
  auto channel_bits = integerOf(info[5], 8);
  if (!rgb) return refuseType(env, "pixels must be a Uint8Array");
  if (!width || !height || !min_bytes || !effort || !channel_bits) {
    return refuseType(env, "sizes, padding, effort and bits must be small integers");
  }

  PngOptions options;
  options.width = static_cast<int>(*width);
  options.height = static_cast<int>(*height);
  options.min_bytes = *min_bytes;
  options.effort = static_cast<Effort>(*effort);
  Instance* instance = env.GetInstanceData<Instance>();
  Status status =
      instance->encoder.encodeTruecolour(*rgb, static_cast<int>(*channel_bits), options, instance->file);
  if (status != Status::kOk) return refuseStatus(env, status);
  return Napi::Buffer<uint8_t>::Copy(env, instance->file.data(), instance->file.size());
}

Napi::Value mount(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto pixels = bytesOf(info[0]);
  auto frame = bytesOf(info[1]);
  if (!pixels || !frame) return refuseType(env, "pixels and frame must be Uint8Arrays");
  int numbers[8];
  for (size_t i = 0; i < 8; i++) {
    auto number = integerOf(info[2 + i], kMaxEdge);
    if (!number) return refuseType(env, "sizes and places must be small integers");
    numbers[i] = static_cast<int>(*number);
  }
  const auto [width, height, pixel_bytes, quarter_turns, left, top, frame_width, frame_height] = numbers;
  Status status = mountPicture(
      *pixels, {width, height, pixel_bytes, quarter_turns, left, top, frame_width, frame_height}, *frame);
  return status == Status::kOk ? env.Undefined() : refuseStatus(env, status);
}

}  // namespace stipple::bind
