const minuteMs = 60_000

/** Hands something to the browser to be saved as a file that other programs read. */
export function saveAsFile(content: unknown, name: string): void {
  const file = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' })
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: `${name}.json` }).click()
  // Some browsers read it only after somebody has said where to save it.
  setTimeout(() => URL.revokeObjectURL(href), minuteMs)
}
