/** Whether a file contains a word, in exactly this case. */
export function mentions(bytes: Uint8Array, word: string): boolean {
  const codes = Array.from(word, (letter) => letter.charCodeAt(0));
  for (let at = bytes.indexOf(codes[0]); at >= 0; at = bytes.indexOf(codes[0], at + 1)) {
    if (codes.every((code, i) => bytes[at + i] === code)) return true;
  }
  return false;
}
