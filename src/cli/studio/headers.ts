/**
 * What the studio's server says with every answer: isolation, so that engines may have threads, and what a page of it may
 * do, so that nothing in a model can become a script that runs there.
 */
import type { ServerResponse } from 'node:http';

/** Of the page, its scripts and its workers: engines are wasm, and their threads workers made from blobs. */
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

/** Of files that were given: whatever they hold, a browser that shows one runs and loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const;

/** Types of the studio's own files. Everything else is data. */
const PAGE_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** For any answer; it holds nothing but data until `markAsPage` says otherwise. */
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
