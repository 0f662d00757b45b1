/** One file of an archive. Large contents are split over several entries, since an entry is held in memory. */
export interface TarEntry {
  name: string
  bytes: Uint8Array
}

const blockBytes = 512
/** Largest entry that is read: a length beyond it is damage. */
const maxEntryBytes = 64 * 2 ** 20

/** Writes entries as a tar archive that every tar program opens. @throws RangeError for a name of more than 100 bytes */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of entries) {
    yield headerOf(name, bytes.length)
    yield bytes
    const rest = bytes.length % blockBytes
    if (rest > 0) yield new Uint8Array(blockBytes - rest)
  }
  yield new Uint8Array(2 * blockBytes)
}

function headerOf(name: string, size: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new RangeError('the name of an entry is too long')
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const checksumOf = (header: Uint8Array) => header.reduce((sum, byte) => sum + byte, 0)

/** The bytes are no whole archive. */
export class DamagedArchiveError extends Error {
  override name = 'DamagedArchiveError'
}

/** Reads an archive that `writeTar` wrote, entry by entry. @throws DamagedArchiveError */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = new Blocks(chunks)
  for (;;) {
    const header = Buffer.from(await input.take(blockBytes))
    if (header.every((byte) => byte === 0)) return input.end()
    const { name, size } = readHeader(header)
    const bytes = await input.take(size)
    await input.take((blockBytes - (size % blockBytes)) % blockBytes)
    yield { name, bytes }
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 136), 8)
  const stated = Number.parseInt(text(148, 156), 8)
  header.fill(' ', 148, 156)
  if (stated !== checksumOf(header) || !(size >= 0 && size <= maxEntryBytes)) {
    throw new DamagedArchiveError('the header of an entry is damaged')
  }
  return { name: text(0, 100), size }
}

/** Cuts a stream into pieces of the asked length. */
class Blocks {
  readonly #source: AsyncIterator<Uint8Array>
  #parts: Uint8Array[] = []
  #held = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#source = chunks[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Uint8Array> {
    while (this.#held < length) {
      const { done, value } = await this.#source.next()
      if (done === true) throw new DamagedArchiveError('the archive ends too early')
      this.#parts.push(value)
      this.#held += value.length
    }
    const all = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = [all.subarray(length)]
    this.#held -= length
    return all.subarray(0, length)
  }

  /** Reads what follows the last entry, so that the end of the stream is checked too. */
  async end(): Promise<void> {
    while ((await this.#source.next()).done !== true);
  }
}
