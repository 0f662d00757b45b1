/** A scanner types faster than any hand: between two of its keys lie a few milliseconds, seldom more than thirty. */
const maxGapMs = 50
const minLength = 4

export interface Wedge {
  /**
   * Feed every key as it comes, `atMs` growing. Answers the code when this Enter ends a scan, else undefined.
   */
  feed(key: string, atMs: number): string | undefined
  /** How many characters have come at a scanner's pace so far; 0 or 1 when a person types. */
  readonly length: number
}

/** Tells a barcode scanner that works as a keyboard from a person at the keys. */
export function createWedge(): Wedge {
  let code = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    get length() {
      return code.length
    },
    feed(key, atMs) {
      const isFast = atMs - lastMs <= maxGapMs
      if (key === 'Enter') {
        const scanned = isFast && code.length >= minLength ? code : undefined
        code = ''
        lastMs = Number.NEGATIVE_INFINITY
        return scanned
      }
      // Shift and its like come between the characters of a code and are none.
      if (key.length !== 1) return undefined
      code = isFast ? code + key : key
      lastMs = atMs
      return undefined
    },
  }
}

/** What a text field holds once the characters of a scan, typed at `caret`, are taken out again. */
export function withoutScan(value: string, code: string, caret: number): string {
  const start = caret - code.length
  return start >= 0 && value.slice(start, caret) === code ? value.slice(0, start) + value.slice(caret) : value
}
