// chunk: calls
import { type FileReply, fileTypes } from '#shared/kernel/endpoint.ts'

const minuteMs = 60_000

/** Hands a file of the server's to the browser to be saved under its name. */
export function saveFile({ name, kind, bytes }: FileReply): void {
  const file = new Blob([Uint8Array.from(bytes)], { type: fileTypes[kind] })
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Some browsers read it only after somebody has said where to save it.
  setTimeout(() => URL.revokeObjectURL(href), minuteMs)
}
