import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readTar, type TarEntry, writeTar } from './tar.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
async function* each<T>(items: readonly T[]) {
  yield* items
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const archiveOf = async (entries: readonly TarEntry[]) => Buffer.concat(await collect(writeTar(each(entries))))

const entries = [
  { name: 'a.json', bytes: bytes('{"a":1}') },
  { name: 'tables/customers/000001', bytes: bytes('ليان\t1\n'.repeat(200)) },
  { name: 'empty', bytes: bytes('') },
  { name: 'whole-block', bytes: new Uint8Array(1024).fill(7) },
]

describe('tar', () => {
  it('reads what it wrote, however the bytes are cut', async () => {
    const archive = await archiveOf(entries)
    for (const size of [1, 511, 512, 513, archive.length]) {
      const pieces = Array.from({ length: Math.ceil(archive.length / size) }, (_, at) =>
        archive.subarray(at * size, (at + 1) * size),
      )
      const read = await collect(readTar(each(pieces)))
      expect(read.map(({ name, bytes: found }) => [name, Buffer.from(found).toString('hex')])).toEqual(
        entries.map(({ name, bytes: written }) => [name, Buffer.from(written).toString('hex')]),
      )
    }
  })

  it('writes what the system reads', async () => {
    const listed = execFileSync('tar', ['-tf', '-'], { input: await archiveOf(entries), encoding: 'utf8' })
    expect(listed.trim().split('\n')).toEqual(entries.map(({ name }) => name))
  })

  it('refuses an archive that ends too early or whose header is damaged', async () => {
    const archive = await archiveOf(entries)
    await expect(collect(readTar(each([archive.subarray(0, 1500)])))).rejects.toThrow('ends too early')
    const damaged = Buffer.from(archive)
    damaged[126] = 0x39
    await expect(collect(readTar(each([damaged])))).rejects.toThrow('damaged')
  })
})
