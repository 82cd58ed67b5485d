// The open descriptors of a process.
#ifndef STIPPLE_CONFINE_DESCRIPTORS_H_
#define STIPPLE_CONFINE_DESCRIPTORS_H_

#include <set>

namespace stipple {

// Close what the process has inherited: all files, folders, devices, sockets, and pipes that lead out of it. Its own
// pipes and event loops, /dev/null, the three standard streams and `kept` stay. False where it cannot know its descriptors.
bool closeInherited(const std::set<int>& kept);

// Let no program that the process starts inherit a descriptor, other than those that it is given. False where the
// process cannot know its descriptors.
bool keepDescriptors();

}  // namespace stipple

#endif  // STIPPLE_CONFINE_DESCRIPTORS_H_
