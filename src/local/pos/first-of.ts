// chunk: till
/** What is found under the first of several numbers that is known. */
export function firstOf<T>(codes: readonly string[], find: (code: string) => T | undefined): T | undefined {
  for (const code of codes) {
    const found = find(code)
    if (found !== undefined) return found
  }
  return undefined
}
