// chunk: desk-parts
/** Tells this page from every other that the same device has opened. */
const pageKey = Math.round(performance.timeOrigin).toString(36)
let made = 0

/** Returns a key for a row of an edited list, unlike that of every other row, also of a draft that an earlier visit kept. */
export function newRowKey(): string {
  made += 1
  return `${pageKey}-${made}`
}
