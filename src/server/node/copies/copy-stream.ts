import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decrypt, encrypt } from './encryption.ts'
import { readTar, type TarEntry, writeTar } from './tar.ts'

/** Passes a stream through a transformation; a failure on either side ends both. */
async function* through(chunks: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const written = pipeline(Readable.from(chunks), transform)
  // It is thrown by the iteration below, and once more at the end.
  written.catch(() => {})
  yield* transform as AsyncIterable<Uint8Array>
  await written
}

/** Returns the bytes of a copy: a tar archive, compressed, encrypted for the recipients. */
export const packCopy = (entries: AsyncIterable<TarEntry>, recipients: readonly string[]): AsyncGenerator<Uint8Array> =>
  encrypt(through(writeTar(entries), createZstdCompress()), recipients)

/** Returns the entries of a copy. @throws WrongKeyError before the first one; an error when bytes were changed or are missing */
export const unpackCopy = (
  chunks: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<TarEntry> => readTar(through(decrypt(chunks, identities), createZstdDecompress()))

/** Counts and sums bytes on their way. */
export class Meter {
  readonly #hash = createHash('sha256')
  bytes = 0

  async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk)
      this.bytes += chunk.length
      yield chunk
    }
  }

  /** Hash of all bytes, in hex; to be asked once. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
