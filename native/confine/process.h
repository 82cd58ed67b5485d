// What a process takes from itself, so that nothing that later controls it has it.
#ifndef STIPPLE_CONFINE_PROCESS_H_
#define STIPPLE_CONFINE_PROCESS_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace stipple {

struct Confinement {
  // Most private memory.
  uint64_t memoryBytes;
  // Files, and folders with what is below them, that may be opened to be read.
  std::vector<std::string> readable;
  // Descriptors that stay open.
  std::set<int> descriptors;
};

// Confine the calling process with all its threads, for good. Returns the names of what does not hold: `limits`
// (memory, files, threads, core files), `parent` (an end with the thread that started it), `group`, `descriptors`, `privileges`,
// `landlock`, `seccomp`. All of them on systems other than Linux.
std::vector<std::string> confine(const Confinement& confinement);

// Close the memory and the environment of the calling process to other processes of its user, and its descriptors to
// programs that it starts. False where the system cannot.
bool hideProcess();

}  // namespace stipple

#endif  // STIPPLE_CONFINE_PROCESS_H_
