/**
 * The HTTP headers of the studio's server: cross-origin isolation, so that engines may use threads, and a content security
 * policy, so that nothing in a model can run as a script.
 */
import type { ServerResponse } from 'node:http';

/** For the page, its scripts and its workers. Engines run wasm, and their threads are workers made from blobs. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * For the thread that reads CAD and BIM files, a worker with a script of its own. Open CASCADE makes functions from text as it
 * starts; it has no page, and can send requests to this server only.
 */
const CAD_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; connect-src 'self'";

/** For the given files: whatever they contain, a browser that shows one runs and loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const;

/** Content types of the studio's own files. Everything else is data. */
const PAGE_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** For any response; it is treated as data unless `markAsPage` follows. */
export function setHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', DATA_POLICY);
  response.setHeader('Content-Type', 'application/octet-stream');
}

/** For a file of the studio itself. */
export function markAsPage(response: ServerResponse, extension: string): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Content-Type', PAGE_TYPES[extension] ?? 'application/octet-stream');
}

/** For the script of the thread that reads CAD and BIM files. */
export function markAsCadWorker(response: ServerResponse): void {
  markAsPage(response, '.js');
  response.setHeader('Content-Security-Policy', CAD_POLICY);
}
