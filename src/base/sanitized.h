/* Whether this build's memory is watched by a sanitizer that brings its own malloc: gcc says so with a macro,
 * clang (until it took the macro over) only with __has_feature. */
#ifndef HEADROOM_BASE_SANITIZED_H
#define HEADROOM_BASE_SANITIZED_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
