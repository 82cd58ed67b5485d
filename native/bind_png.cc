// encodePng(): checks, converts, calls the kernel.
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
  if (!indices) return refuseType(env, "indices must be a Uint8Array");
  if (!inks) return refuseType(env, "a palette must be a Uint8Array of three bytes an ink");
  if (!width || !height || !min_bytes || !effort) {
    return refuseType(env, "sizes, padding and effort must be small integers");
  }

  PngOptions options;
  options.width = static_cast<int>(*width);
  options.height = static_cast<int>(*height);
  options.min_bytes = *min_bytes;
  options.effort = static_cast<Effort>(*effort);
  Instance* instance = env.GetInstanceData<Instance>();
  Status status = instance->encoder.encode(*indices, *inks, options, instance->file);
  if (status != Status::kOk) return refuseStatus(env, status);
  return Napi::Buffer<uint8_t>::Copy(env, instance->file.data(), instance->file.size());
}

}  // namespace stipple::bind
