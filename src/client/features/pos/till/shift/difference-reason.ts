/** Most that the contract lets a reason hold (`CloseShift`). */
const maxLength = 200
const between = ' · '

/**
 * What was said about a difference, with the till's own note behind it; undefined when neither says anything. Never longer
 * than the contract allows: what somebody typed is cut, the note is kept whole.
 */
export function differenceReason(typed: string, note: string): string | undefined {
  const room = note ? Math.max(0, maxLength - note.length - between.length) : maxLength
  // A pair cut in two would be no text any more.
  const said = typed
    .trim()
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
  return [said, note].filter(Boolean).join(between) || undefined
}
