/** GLSL of the report's view. It draws as `picture/draw-mesh.ts` and `picture/compose.ts` do, with the same numbers. */
import { HALF_OPENING } from '../../picture/camera.ts';
import type { Colour } from '../../picture/canvas.ts';
import {
  AMBIENT,
  CONTACT,
  CREASE_COSINE,
  CUT_BRIGHTNESS,
  DIRECT,
  EDGE,
  FIRST,
  GHOST,
  GHOST_BEFORE,
  GHOST_BEHIND,
  GHOST_EDGE,
  GROUND,
  LIGHT,
  SECOND,
  SKY,
  SKYLIGHT,
} from '../../picture/style.ts';

const vec3 = (colour: Colour) => `vec3(${colour.map((value) => (value / 255).toFixed(5)).join(', ')})`;
const float = (value: number) => value.toFixed(6);

/** A mesh into its layer: normal as the camera sees it, and whether the surface is seen from its back. */
export const LAYER_VERTEX = `#version 300 es
uniform mat4 toClip;
uniform mat3 toView;
uniform vec4 plane;
in vec3 position;
in vec3 normal;
out vec3 seenNormal;
out float beyond;
void main() {
  seenNormal = toView * normal;
  beyond = dot(plane.xyz, position) - plane.w;
  gl_Position = toClip * vec4(position, 1.0);
}`;

export const LAYER_FRAGMENT = `#version 300 es
precision highp float;
in vec3 seenNormal;
in float beyond;
out vec4 found;
void main() {
  if (beyond > 0.0) discard;
  vec3 facing = normalize(seenNormal) * (gl_FrontFacing ? 1.0 : -1.0);
  found = vec4(0.5 * facing + 0.5, gl_FrontFacing ? 0.5 : 1.0);
}`;

export const SCREEN_VERTEX = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`;

/** Layers together. Where the plane is inside an object, its layer is at the plane, and where it is in both, hatched. */
export const COMPOSE_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D normals0, normals1, normals2;
uniform highp sampler2D depths0, depths1, depths2;
uniform vec2 size;
uniform vec2 depthToNearness;
uniform vec3 eye, right, up, forward;
uniform vec4 plane;
uniform bool hasPlane, hasSecond, hasGhost;
uniform float seenThrough, step0, near, pixelRatio;
out vec4 colour;

struct Found { float nearness; vec3 normal; bool cut; };

float nearnessOf(float depth) { return depth >= 1.0 ? 0.0 : depthToNearness.x - depthToNearness.y * depth; }

vec3 rayAt(vec2 pixel) {
  vec2 at = (pixel - 0.5 * size) * (2.0 * ${float(HALF_OPENING)} / size.y);
  return forward + at.x * right + at.y * up;
}

Found closed(float depth, vec4 texel, vec2 pixel) {
  Found f = Found(nearnessOf(depth), texel.xyz * 2.0 - 1.0, false);
  if (!hasPlane || f.nearness == 0.0 || texel.a < 0.75) return f;
  vec3 ray = rayAt(pixel);
  float at = (plane.w - dot(plane.xyz, eye)) / dot(plane.xyz, ray);
  if (at < near || 1.0 / at < f.nearness) return f;
  vec3 place = abs(eye + at * ray);
  if (max(place.x, max(place.y, place.z)) > 1.0) return f;
  return Found(1.0 / at, vec3(dot(plane.xyz, right), dot(plane.xyz, up), -dot(plane.xyz, forward)), true);
}

Found at0(ivec2 p) { return closed(texelFetch(depths0, p, 0).r, texelFetch(normals0, p, 0), vec2(p) + 0.5); }
Found at1(ivec2 p) { return closed(texelFetch(depths1, p, 0).r, texelFetch(normals1, p, 0), vec2(p) + 0.5); }
Found at2(ivec2 p) { return closed(texelFetch(depths2, p, 0).r, texelFetch(normals2, p, 0), vec2(p) + 0.5); }

bool edge(Found own, Found before, Found after) {
  if (before.nearness == 0.0 || after.nearness == 0.0) return true;
  if (abs(before.nearness + after.nearness - 2.0 * own.nearness) > step0 * own.nearness * own.nearness) return true;
  return own.cut != after.cut || dot(own.normal, after.normal) < ${float(CREASE_COSINE)};
}

vec3 shaded(Found f, vec3 base, float dark) {
  float direct = max(0.0, dot(f.normal, vec3(${LIGHT.map(float).join(', ')})));
  float light = f.cut ? ${float(CUT_BRIGHTNESS)} : ${float(AMBIENT)} + ${float(SKYLIGHT)} * f.normal.y + ${float(DIRECT)} * direct;
  return min(vec3(1.0), base * light) * dark;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec2 last = ivec2(size) - 1;
  ivec2 l = max(p - ivec2(1, 0), ivec2(0)), r = min(p + ivec2(1, 0), last);
  ivec2 d = max(p - ivec2(0, 1), ivec2(0)), u = min(p + ivec2(0, 1), last);
  Found a = at0(p);
  Found b = Found(0.0, vec3(0.0), false);
  if (hasSecond) b = at1(p);
  vec3 seen = mix(${vec3(GROUND)}, ${vec3(SKY)}, gl_FragCoord.y / size.y);
  vec3 first, second;
  if (a.nearness > 0.0) {
    bool isEdge = edge(a, at0(l), at0(r)) || edge(a, at0(d), at0(u));
    first = shaded(a, ${vec3(FIRST)}, isEdge ? ${float(1 - EDGE)} : 1.0);
  }
  if (b.nearness > 0.0) {
    bool isEdge = edge(b, at1(l), at1(r)) || edge(b, at1(d), at1(u));
    second = shaded(b, ${vec3(SECOND)}, isEdge ? ${float(1 - EDGE)} : 1.0);
  }
  if (a.nearness > 0.0 && b.nearness > 0.0) {
    bool same = abs(a.nearness - b.nearness) <= 0.0002 * a.nearness;
    float stripe = mod(floor((gl_FragCoord.x - gl_FragCoord.y) / (4.0 * pixelRatio)), 2.0);
    bool isFirst = same ? stripe == 0.0 : a.nearness > b.nearness;
    float through = same || (isFirst ? a.cut : b.cut) ? 0.0 : seenThrough;
    seen = isFirst ? mix(first, second, through) : mix(second, first, through);
    if (a.cut && b.cut) {
      bool isLine = mod(gl_FragCoord.x - gl_FragCoord.y, 7.0 * pixelRatio) < 3.0 * pixelRatio;
      seen = isLine ? ${vec3(CONTACT)} : mix(seen, ${vec3(CONTACT)}, 0.45);
    }
  } else if (a.nearness > 0.0) {
    seen = first;
  } else if (b.nearness > 0.0) {
    seen = second;
  }
  if (hasGhost) {
    Found g = at2(p);
    bool behind = a.nearness == 0.0 && b.nearness == 0.0;
    if (g.nearness > 0.0 && (behind || g.nearness > max(a.nearness, b.nearness))) {
      bool isEdge = edge(g, at2(l), at2(r)) || edge(g, at2(d), at2(u));
      float dark = isEdge ? 1.0 - (behind ? ${float(GHOST_EDGE)} : ${float(GHOST_EDGE / 2)}) : 1.0;
      seen = mix(seen, shaded(g, ${vec3(GHOST)}, dark), behind ? ${float(GHOST_BEHIND)} : ${float(GHOST_BEFORE)});
    }
  }
  colour = vec4(seen, 1.0);
}`;

/** The contact: each piece is a strip of so many pixels' width; what is hidden shows faintly. */
export const LINE_VERTEX = `#version 300 es
uniform mat4 toClip;
uniform vec2 size;
uniform float width;
uniform vec4 plane;
in vec3 from;
in vec3 to;
in vec2 corner;
out float nearness;
out float beyond;
void main() {
  vec4 p = toClip * vec4(from, 1.0);
  vec4 q = toClip * vec4(to, 1.0);
  if (min(p.w, q.w) <= 0.0) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec2 along = (q.xy / q.w - p.xy / p.w) * size;
  along = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  vec4 own = corner.x < 0.5 ? p : q;
  vec2 offset = (vec2(-along.y, along.x) * corner.y + along * (corner.x * 2.0 - 1.0) * 0.5) * width / size;
  nearness = 1.0 / own.w;
  beyond = dot(plane.xyz, corner.x < 0.5 ? from : to) - plane.w;
  gl_Position = vec4((own.xy / own.w + offset) * 1.0, 0.0, 1.0);
}`;

export const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform highp sampler2D depths0, depths1;
uniform vec2 depthToNearness;
uniform bool hasSecond;
uniform vec4 tint;
in float nearness;
in float beyond;
out vec4 colour;
float nearnessOf(float depth) { return depth >= 1.0 ? 0.0 : depthToNearness.x - depthToNearness.y * depth; }
void main() {
  if (beyond > 0.0002) discard;
  ivec2 p = ivec2(gl_FragCoord.xy);
  float front = nearnessOf(texelFetch(depths0, p, 0).r);
  if (hasSecond) front = max(front, nearnessOf(texelFetch(depths1, p, 0).r));
  bool hidden = front > nearness * 1.004;
  colour = vec4(tint.rgb, hidden ? 0.4 * tint.a : tint.a);
}`;
