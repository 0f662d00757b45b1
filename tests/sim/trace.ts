/** What happened, in order: the last lines for the person who looks for a cause, and a fingerprint of all of it. */
export interface Trace {
  note(line: string): void
  fingerprint(): string
  lines(): readonly string[]
}

const kept = 400

export function openTrace(): Trace {
  let lines: string[] = []
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  const mix = (text: string) => {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
  }
  return {
    note: (line) => {
      mix(line)
      lines.push(line)
      if (lines.length > 2 * kept) lines = lines.slice(-kept)
    },
    fingerprint: () => `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`,
    lines: () => lines.slice(-kept),
  }
}
