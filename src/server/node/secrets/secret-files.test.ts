import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isNetworkFileSystem } from '../durable-folder.ts'
import { readSettings } from '../settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'bawaba-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('secrets in files', () => {
  it('are read without the line break at their end', () => {
    const file = join(folder, 'database-url')
    writeFileSync(file, 'postgresql://school:secret@db/school\n')
    expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://school:secret@db/school')
    const key = join(folder, 'face-key')
    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\r\n`)
    expect(readSettings({ FACE_KEY_FILE: key }).faceKeys).toEqual([new Uint8Array(32).fill(7)])
  })

  it('are refused in one sentence without the secret when they are missing, doubled or wrong', () => {
    const file = join(folder, 'smtp-url')
    writeFileSync(file, 'secret-of-the-mail')
    expect(() => readSettings({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      'The setting SMTP_URL_FILE must be a file that this user can read.',
    )
    expect(() => readSettings({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: file })).toThrow('not both')
    expect(() => readSettings({ SMTP_URL_FILE: file })).toThrow(/^(?!.*secret-of-the-mail).*SMTP_URL must be/)
  })
})

describe('data folder', () => {
  it('may not be on NFS or SMB, whichever sign the number of the file system comes with', () => {
    for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0, 0xfe534d42 | 0, 0x517b]) {
      expect(isNetworkFileSystem(type)).toBe(true)
    }
    // ext4, xfs, btrfs, tmpfs, overlayfs
    for (const type of [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630]) {
      expect(isNetworkFileSystem(type)).toBe(false)
    }
  })
})
