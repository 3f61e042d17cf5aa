/**
 * Embree as a rival: rtcCollide over boxes of triangles, then a triangle test in single precision.
 *
 * Reads meshes from the file it is given and then lines "<form> <frame>"; answers each with the number of pairs, milliseconds
 * by the clock and milliseconds of processor time, from raw arrays to all pairs. "pairs" prints those of the last run. One
 * mesh is searched for pairs with itself that share no vertex, two for pairs between them.
 *
 * Source of the triangle test: Guigue & Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
 * Predicates", 2003; triangle-test.ts has the same for the other rival.
 */
#include <embree3/rtcore.h>
#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

struct Vec {
  float x, y, z;
};
static inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline float dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/** Which side of the plane through corners `a` and `a2` of A and `b` of B corner `d` of B is on. */
static inline float sideOfMixed(const Vec& a, const Vec& a2, const Vec& b, const Vec& d) {
  return dot(d - a, cross(b - a, a2 - a));
}

/** Whether the intervals overlap in which both, in canonical order, meet the line of their planes. */
static inline bool intervalsOverlap(const Vec* a, const Vec* a2, const Vec* a3, const Vec* b, const Vec* b2, const Vec* b3) {
  return sideOfMixed(*a2, *a, *b, *b2) <= 0 && sideOfMixed(*a, *a3, *b, *b3) <= 0;
}

struct Point {
  float x, y;
};
static float turn(const Point& a, const Point& b, const Point& c) {
  return (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x);
}

static bool sideSeparates(const Point* one, const Point* other) {
  for (int i = 0; i < 3; i++) {
    const Point &from = one[i], &to = one[(i + 1) % 3];
    if (turn(from, to, other[0]) < 0 && turn(from, to, other[1]) < 0 && turn(from, to, other[2]) < 0) return true;
  }
  return false;
}

static bool overlapInPlane(const Vec* const* a, const Vec* const* b) {
  const Vec n = cross(*a[1] - *a[0], *a[2] - *a[0]);
  const float nx = std::fabs(n.x), ny = std::fabs(n.y), nz = std::fabs(n.z);
  const int axis = nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  auto flat = [axis](const Vec* const* corners, Point* points) {
    for (int i = 0; i < 3; i++) {
      const Vec& v = *corners[i];
      points[i] = axis == 0 ? Point{v.y, v.z} : axis == 1 ? Point{v.z, v.x} : Point{v.x, v.y};
    }
    if (turn(points[0], points[1], points[2]) < 0) std::swap(points[0], points[2]);
  };
  Point p[3], q[3];
  flat(a, p);
  flat(b, q);
  return !sideSeparates(p, q) && !sideSeparates(q, p);
}

/** Rotates corners until the first is alone on its side; true if the other triangle must be turned over for that. */
static inline bool toCanonical(float p, float q, float r, int& first) {
  if (p > 0) {
    if (q > 0) return first = 2, true;
    if (r > 0) return first = 1, true;
    return first = 0, false;
  }
  if (p < 0) {
    if (q < 0) return first = 2, false;
    if (r < 0) return first = 1, false;
    return first = 0, true;
  }
  if (q < 0) return r >= 0 ? (first = 1, true) : (first = 0, false);
  if (q > 0) return r > 0 ? (first = 0, true) : (first = 1, false);
  if (r > 0) return first = 2, false;
  if (r < 0) return first = 2, true;
  return first = -1, false;
}

static inline bool oneSide(float p, float q, float r) { return (p > 0 && q > 0 && r > 0) || (p < 0 && q < 0 && r < 0); }

static bool trianglesMeet(const Vec* const* a, const Vec* const* b) {
  const Vec nb = cross(*b[0] - *b[2], *b[1] - *b[2]);
  const float p = dot(*a[0] - *b[2], nb), q = dot(*a[1] - *b[2], nb), r = dot(*a[2] - *b[2], nb);
  if (oneSide(p, q, r)) return false;
  const Vec na = cross(*a[0] - *a[2], *a[1] - *a[2]);
  float d = dot(*b[0] - *a[2], na), e = dot(*b[1] - *a[2], na), f = dot(*b[2] - *a[2], na);
  if (oneSide(d, e, f)) return false;
  int i, j;
  const bool turnB = toCanonical(p, q, r, i);
  const Vec* B[3] = {b[0], b[1], b[2]};
  if (turnB) std::swap(B[1], B[2]), std::swap(e, f);
  const bool turnA = toCanonical(d, e, f, j);
  if (i < 0 || j < 0) return overlapInPlane(a, b);
  const Vec *a1 = a[i], *a2 = a[(i + 1) % 3], *a3 = a[(i + 2) % 3];
  if (turnA) std::swap(a2, a3);
  return intervalsOverlap(a1, a2, a3, B[j], B[(j + 1) % 3], B[(j + 2) % 3]);
}

struct Mesh {
  size_t vertices, triangles, frames;
  std::vector<Vec> positions;
  std::vector<unsigned> indices;
  const Vec* now;
};
static std::vector<Mesh> meshes;

static void boundsOf(const RTCBoundsFunctionArguments* args) {
  const Mesh& mesh = *static_cast<const Mesh*>(args->geometryUserPtr);
  const unsigned* at = &mesh.indices[3 * args->primID];
  const Vec &a = mesh.now[at[0]], &b = mesh.now[at[1]], &c = mesh.now[at[2]];
  RTCBounds& box = *args->bounds_o;
  box.lower_x = std::min({a.x, b.x, c.x});
  box.lower_y = std::min({a.y, b.y, c.y});
  box.lower_z = std::min({a.z, b.z, c.z});
  box.upper_x = std::max({a.x, b.x, c.x});
  box.upper_y = std::max({a.y, b.y, c.y});
  box.upper_z = std::max({a.z, b.z, c.z});
}

/** What each thread found; threads stay, and so do their lists. */
using Found = std::vector<std::pair<unsigned, unsigned>>;
static std::vector<Found*> lists;
static std::mutex listsLock;

static Found& foundHere() {
  thread_local Found* mine = nullptr;
  if (!mine) {
    mine = new Found;
    std::lock_guard<std::mutex> lock(listsLock);
    lists.push_back(mine);
  }
  return *mine;
}

static void onCollisions(void*, RTCCollision* collisions, unsigned count) {
  Found& found = foundHere();
  const bool self = meshes.size() == 1;
  const Mesh &one = meshes[0], &other = meshes[self ? 0 : 1];
  for (unsigned i = 0; i < count; i++) {
    const unsigned s = collisions[i].primID0, t = collisions[i].primID1;
    if (self && s >= t) continue;
    const unsigned *u = &one.indices[3 * s], *v = &other.indices[3 * t];
    if (self) {
      if (u[0] == v[0] || u[0] == v[1] || u[0] == v[2] || u[1] == v[0] || u[1] == v[1] || u[1] == v[2]) continue;
      if (u[2] == v[0] || u[2] == v[1] || u[2] == v[2]) continue;
    }
    const Vec* a[3] = {one.now + u[0], one.now + u[1], one.now + u[2]};
    const Vec* b[3] = {other.now + v[0], other.now + v[1], other.now + v[2]};
    if (trianglesMeet(a, b)) found.emplace_back(s, t);
  }
}

/** Only dynamic scenes are sorted along a curve for low quality (a quarter faster in all), and only they are refitted. */
static RTCScene sceneOf(RTCDevice device, Mesh& mesh, RTCBuildQuality quality) {
  RTCScene scene = rtcNewScene(device);
  const bool dynamic = quality != RTC_BUILD_QUALITY_MEDIUM;
  rtcSetSceneBuildQuality(scene, dynamic ? RTC_BUILD_QUALITY_LOW : quality);
  rtcSetSceneFlags(scene, dynamic ? RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_NONE);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryBuildQuality(geometry, quality);
  rtcSetGeometryUserPrimitiveCount(geometry, mesh.triangles);
  rtcSetGeometryUserData(geometry, &mesh);
  rtcSetGeometryBoundsFunction(geometry, boundsOf, nullptr);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene);
  return scene;
}

static void search(RTCDevice device, RTCBuildQuality quality) {
  RTCScene first = sceneOf(device, meshes[0], quality);
  RTCScene second = meshes.size() == 1 ? first : sceneOf(device, meshes[1], quality);
  rtcCollide(first, second, onCollisions, nullptr);
  rtcReleaseScene(first);
  if (second != first) rtcReleaseScene(second);
}

/** One mesh whose tree is kept and refitted. */
static void searchRefitted(RTCDevice device) {
  static RTCScene scene = sceneOf(device, meshes[0], RTC_BUILD_QUALITY_REFIT);
  rtcCommitGeometry(rtcGetGeometry(scene, 0));
  rtcCommitScene(scene);
  rtcCollide(scene, scene, onCollisions, nullptr);
}

static double processorMilliseconds() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return 1e3 * (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-3 * (used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void readExactly(FILE* file, void* into, size_t bytes) {
  if (fread(into, 1, bytes, file) == bytes) return;
  fprintf(stderr, "embree: the file of meshes is too short\n");
  exit(1);
}

static void readMeshes(const char* name) {
  FILE* file = fopen(name, "rb");
  if (!file) exit(1);
  unsigned count;
  readExactly(file, &count, 4);
  for (unsigned i = 0; i < count; i++) {
    unsigned sizes[3];
    readExactly(file, sizes, 12);
    Mesh mesh{sizes[0], sizes[1], sizes[2], {}, {}, nullptr};
    mesh.positions.resize(mesh.vertices * mesh.frames);
    mesh.indices.resize(3 * mesh.triangles);
    readExactly(file, mesh.positions.data(), mesh.positions.size() * sizeof(Vec));
    readExactly(file, mesh.indices.data(), mesh.indices.size() * 4);
    meshes.push_back(std::move(mesh));
  }
  fclose(file);
}

static void run(RTCDevice device, const std::string& form, size_t frame) {
  for (Mesh& mesh : meshes) mesh.now = &mesh.positions[mesh.vertices * std::min(frame, mesh.frames - 1)];
  for (Found* found : lists) found->clear();
  const double used = processorMilliseconds();
  const auto start = std::chrono::steady_clock::now();
  if (form == "refit") searchRefitted(device);
  else search(device, form == "low" ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);
  const double clock = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  size_t pairs = 0;
  for (const Found* found : lists) pairs += found->size();
  printf("%zu %.4f %.4f\n", pairs, clock, processorMilliseconds() - used);
}

int main(int count, char** values) {
  if (count != 3) return 2;
  readMeshes(values[1]);
  RTCDevice device = rtcNewDevice((std::string("threads=") + values[2]).c_str());
  char form[16];
  size_t frame;
  while (scanf("%15s %zu", form, &frame) == 2) {
    if (std::string(form) == "pairs") {
      for (const Found* found : lists)
        for (const auto& [s, t] : *found) printf("%u %zu ", s, t + (meshes.size() - 1) * meshes[0].triangles);
      printf("\n");
    } else {
      run(device, form, frame);
    }
    fflush(stdout);
  }
}
