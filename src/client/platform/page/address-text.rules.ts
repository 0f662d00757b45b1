// chunk: settle
/** As much of an address as a notice shows. */
const longest = 120

/**
 * Returns an address as text for a notice: readable letters in place of their codes, of bounded length, and without signs that nobody
 * sees, which could make the sentence around it read in another order.
 */
export function addressText(path: string): string {
  const plain = readable(path).replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
  const signs = [...plain]
  return signs.length > longest ? `${signs.slice(0, longest).join('')}…` : plain
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
