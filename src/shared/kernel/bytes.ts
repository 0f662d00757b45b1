/** Two lower-case hex digits for each byte. */
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** Base64 with the alphabet for addresses, without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (b) => String.fromCharCode(b)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Every platform this runs on has it; `shared` itself is compiled without any platform's types. */
declare function btoa(binary: string): string
