// Runs something in every thread of the process, for what the system keeps for each thread alone.
#ifndef STIPPLE_CONFINE_EVERY_THREAD_H_
#define STIPPLE_CONFINE_EVERY_THREAD_H_

namespace stipple {

// Call `work` in each thread of the process, one after the other, the calling one last: other threads are interrupted
// by a signal, so `work` may do nothing but system calls. Threads that start meanwhile are found, too. One call at a
// time. Returns false where a thread could not be reached, or `work` has returned false in one.
bool inEveryThread(bool (*work)());

}  // namespace stipple

#endif  // STIPPLE_CONFINE_EVERY_THREAD_H_
