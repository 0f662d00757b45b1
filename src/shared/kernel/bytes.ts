/** Two lower-case hex digits for each byte. */
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** Base64 with padding (RFC 4648, section 4); of any length, a file's too. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In parts, because a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** The bytes of base64 text. A loop, because mapping a file's bytes one by one takes fifteen times as long. @throws DOMException */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Base64 with the alphabet for addresses, without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Every platform this runs on has them; `shared` itself is compiled without any platform's types. */
declare function btoa(binary: string): string
declare function atob(text: string): string
