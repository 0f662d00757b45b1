/** A WebP of 20 × 20 pixels as far as a header goes, told apart by its last byte; in base64. */
export const smallWebp = (last: number) => {
  const frame = [0, 0, 0, 0x9d, 1, 0x2a, 20, 0, 20, last]
  const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0))
  const bytes = [...ascii('RIFF'), 22, 0, 0, 0, ...ascii('WEBPVP8 '), frame.length, 0, 0, 0, ...frame]
  return Buffer.from(bytes).toString('base64')
}
