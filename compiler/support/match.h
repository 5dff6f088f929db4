// match.h: checked peeks at tagged nodes. A node type T derives from its base B, has `static constexpr auto kTag`, and
// B has a member `tag`. No RTTI, no virtual functions.
#pragma once

namespace gphc {

template <class T, class B>
bool is(const B *p) {
  return p->tag == T::kTag;
}

template <class T, class B>
T *dyn_cast(B *p) {
  return p && p->tag == T::kTag ? static_cast<T *>(p) : nullptr;
}

template <class T, class B>
const T *dyn_cast(const B *p) {
  return p && p->tag == T::kTag ? static_cast<const T *>(p) : nullptr;
}

template <class T, class B>
T &cast(B *p) {
  return *static_cast<T *>(p);
}

template <class T, class B>
const T &cast(const B *p) {
  return *static_cast<const T *>(p);
}

}  // namespace gphc
