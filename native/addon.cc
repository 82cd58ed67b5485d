// The addon's export list.
#include "bind.h"

static Napi::Object init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new stipple::bind::Instance());
  exports.Set("constants", stipple::bind::constants(env));
  exports.Set("refuseIoUring", Napi::Function::New(env, stipple::bind::refuseIoUring, "refuseIoUring"));
  exports.Set("confineProcess", Napi::Function::New(env, stipple::bind::confineProcess, "confineProcess"));
  exports.Set("hideProcess", Napi::Function::New(env, stipple::bind::hideProcess, "hideProcess"));
  exports.Set("kernelBarriers", Napi::Function::New(env, stipple::bind::kernelBarriers, "kernelBarriers"));
  exports.Set("residentBytes", Napi::Function::New(env, stipple::bind::residentBytes, "residentBytes"));
  exports.Set("shareFile", Napi::Function::New(env, stipple::bind::shareFile, "shareFile"));
  exports.Set("dither", Napi::Function::New(env, stipple::bind::dither, "dither"));
  exports.Set("drawText", Napi::Function::New(env, stipple::bind::drawText, "drawText"));
  exports.Set("encodePng", Napi::Function::New(env, stipple::bind::encode, "encodePng"));
  exports.Set("encodeTruecolour",
              Napi::Function::New(env, stipple::bind::encodeTruecolour, "encodeTruecolour"));
  exports.Set("limitArenas", Napi::Function::New(env, stipple::bind::limitArenas, "limitArenas"));
  exports.Set("lockFile", Napi::Function::New(env, stipple::bind::lockFile, "lockFile"));
  exports.Set("mountPixels", Napi::Function::New(env, stipple::bind::mount, "mountPixels"));
  exports.Set("releaseFilePages",
              Napi::Function::New(env, stipple::bind::releaseFilePages, "releaseFilePages"));
  exports.Set("releaseMemory", Napi::Function::New(env, stipple::bind::releaseMemory, "releaseMemory"));
  exports.Set("threadCpuMs", Napi::Function::New(env, stipple::bind::threadCpuMs, "threadCpuMs"));
  return exports;
}

NODE_API_MODULE(stipple, init)
