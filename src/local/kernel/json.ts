// chunk: core
/** Parses a JSON text; undefined when it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
