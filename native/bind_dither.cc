// dither(): checks, converts, calls the kernel.
#include "bind.h"

namespace stipple::bind {

Napi::Value dither(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto rgba = bytesOf(info[0]);
  auto indices = bytesOf(info[1]);
  auto width = integerOf(info[2], kMaxEdge);
  auto height = integerOf(info[3], kMaxEdge);
  auto sent = inksOf(info[5]);
  auto measured = inksOf(info[6]);
  auto algorithm = integerOf(info[7], kAlgorithmCount - 1);
  auto tone = bytesOf(info[12]);
  if (!rgba || !indices || !tone) return refuseType(env, "pixels, indices and tone must be Uint8Arrays");
  if (!sent || !measured) return refuseType(env, "a palette must be a Uint8Array of three bytes an ink");
  if (!width || !height || !algorithm)
    return refuseType(env, "sizes and the algorithm must be small integers");
  if (!info[4].IsBoolean()) return refuseType(env, "premultiplied must be a boolean");
  for (size_t i : {8, 9, 10, 11, 13}) {
    if (!info[i].IsNumber()) return refuseType(env, "dither numbers must be numbers");
  }

  Picture picture;
  picture.rgba = *rgba;
  picture.tone = *tone;
  picture.width = static_cast<int>(*width);
  picture.height = static_cast<int>(*height);
  picture.alpha = info[4].As<Napi::Boolean>().Value() ? Alpha::kPremultiplied : Alpha::kStraight;
  Tuning tuning;
  tuning.noise_scale = info[8].As<Napi::Number>().DoubleValue();
  tuning.strength = info[9].As<Napi::Number>().DoubleValue();
  tuning.max_error = info[10].As<Napi::Number>().DoubleValue();
  tuning.chroma_clamp = info[11].As<Napi::Number>().DoubleValue();
  tuning.hysteresis = info[13].As<Napi::Number>().DoubleValue();

  Instance* instance = env.GetInstanceData<Instance>();
  Status status = instance->ditherer.dither(picture, {*sent, *measured}, static_cast<Algorithm>(*algorithm),
                                            tuning, *indices);
  return status == Status::kOk ? env.Undefined() : refuseStatus(env, status);
}

}  // namespace stipple::bind
