import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopyTarget, readAll, textChunks } from '#server/node/copies/targets/copy-target.ts'
import { folderTarget } from '#server/node/copies/targets/folder-target.ts'
import { openTarget } from '#server/node/copies/targets/open-target.ts'
import { copyFolder, removeCopies } from '#tests/support/copies/copy-kit.ts'
import { type LocalSftp, startSftp } from '#tests/support/copies/local-sftp.ts'
import { type LocalS3, startS3 } from '#tests/support/copies/local-s3.ts'

const none = {
  sshConfig: undefined,
  s3: { endpoint: undefined, region: 'us-east-1', keyId: undefined, secret: undefined },
}
const quiet = new AbortController().signal
const data = 'bawaba-20300303T060000Z.age'
const manifest = 'bawaba-20300303T060000Z.json'

let sftp: LocalSftp
let s3: LocalS3

beforeAll(async () => {
  sftp = await startSftp()
  s3 = await startS3()
})
afterAll(async () => {
  await sftp.stop()
  await s3.stop()
  removeCopies()
})

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield randomBytes(20 * 2 ** 20)
  throw new Error('the source broke off')
}

const noPlace = (): never => {
  throw new Error('no such place')
}

const places: Record<string, () => CopyTarget> = {
  folder: () => folderTarget(copyFolder()),
  sftp: () => openTarget(sftp.url, { ...none, sshConfig: sftp.sshConfig }),
  s3: () => openTarget('s3://copies/school-a', { ...none, s3: s3.access }),
}

describe.each(Object.keys(places))('a place for copies: %s', (kind) => {
  it('gives back what was written, lists only copies, and never holds half of one', async () => {
    const target = (places[kind] ?? noPlace)()
    const bytes = randomBytes(17 * 2 ** 20)
    await target.write(data, only(bytes), quiet)
    await target.write(manifest, textChunks('{}'), quiet)
    expect((await readAll(target.read(data))).equals(bytes)).toBe(true)
    expect((await target.list()).toSorted()).toEqual([data, manifest])
    // Written again, it is the new one.
    await target.write(manifest, textChunks('{"again":true}'), quiet)
    expect((await readAll(target.read(manifest))).toString()).toBe('{"again":true}')
    await target.remove(data)
    await expect(target.write(data, brokenOff(), quiet)).rejects.toThrow('broke off')
    expect(await target.list()).toEqual([manifest])
    await expect(readAll(target.read(data))).rejects.toThrow(/./)
    await target.remove(data)
  })
})

it('refuses an address that is no place', () => {
  for (const to of ['ftp://host/copies', 's3://copies']) {
    expect(() => openTarget(to, none)).toThrow(/^(A place for copies is|For s3:)/)
  }
})

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 2 ** 20) yield bytes.subarray(at, at + 2 ** 20)
}
