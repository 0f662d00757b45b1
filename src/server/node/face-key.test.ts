import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFaceKey } from './face-key.ts'
import { readSettings } from './settings.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'bawaba-key-'))
const given = new Uint8Array(32).fill(5)

it('takes the key that is given', () => {
  const { faceKey } = readSettings({ FACE_KEY: Buffer.from(given).toString('base64') })
  expect(faceKey).toEqual(given)
  expect(readFaceKey({ faceKey, dataDir: '/nowhere', databaseUrl: 'postgresql://db/x' })).toEqual(given)
  expect(() => readSettings({ FACE_KEY: 'c2hvcnQ=' })).toThrow('The setting FACE_KEY must be 32 random bytes in base64')
})

it('makes one beside the embedded database, once, that only its owner reads', () => {
  const dataDir = folder()
  const made = readFaceKey({ faceKey: undefined, dataDir, databaseUrl: undefined })
  expect(made).toHaveLength(32)
  expect(readFaceKey({ faceKey: undefined, dataDir, databaseUrl: undefined })).toEqual(made)
  expect(readdirSync(dataDir)).toEqual(['face-key'])
  expect(statSync(join(dataDir, 'face-key')).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(join(dataDir, 'face-key'), 'utf8'), 'base64')).toHaveLength(32)
})

it('makes none where several servers share a database, and none in place of one that is damaged', () => {
  const dataDir = folder()
  expect(readFaceKey({ faceKey: undefined, dataDir, databaseUrl: 'postgresql://db/x' })).toBeUndefined()
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(join(dataDir, 'face-key'), 'half of it')
  expect(() => readFaceKey({ faceKey: undefined, dataDir, databaseUrl: undefined })).toThrow('must hold 32 bytes')
  expect(readFileSync(join(dataDir, 'face-key'), 'utf8')).toBe('half of it')
})
