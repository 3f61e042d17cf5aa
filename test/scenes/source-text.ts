/** Source text without what people wrote for people. */

/** Comments cut out; good enough for code that has no comment signs within strings. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
