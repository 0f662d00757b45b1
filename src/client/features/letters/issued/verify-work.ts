import { ask } from '#client/platform/http.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import { verifyLetter } from '#shared/letters/issued-letter.contract.ts'

/*
 * Fetched when a letter is looked up: the page itself opens without the client of the server.
 */

/** How the letter of a code stands. Of a file only its hash leaves this device. @throws AppError request.too-many, or nobody answers */
export async function lookUp(code: string, file: File | undefined) {
  const sha256 = file && sha256OfBytes(new Uint8Array(await file.arrayBuffer()))
  return ask(verifyLetter, { code: code.slice(0, 60), ...(sha256 !== undefined && { sha256 }) })
}

export type Verified = Awaited<ReturnType<typeof lookUp>>
