import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFaceKeys } from './face-key.ts'
import { readSettings } from './settings.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'bawaba-key-'))
const given = new Uint8Array(32).fill(5)
const older = new Uint8Array(32).fill(6)
const text = (key: Uint8Array) => Buffer.from(key).toString('base64')

it('takes the keys that are given, the newest first', () => {
  const { faceKeys } = readSettings({ FACE_KEY: text(given) })
  expect(faceKeys).toEqual([given])
  expect(readFaceKeys({ faceKeys, dataDir: '/nowhere', databaseUrl: 'postgresql://db/x' })).toEqual([given])
  expect(readSettings({ FACE_KEY: `${text(given)}, ${text(older)}` }).faceKeys).toEqual([given, older])
  expect(readSettings({ FACE_KEY: `${text(given)}\n${text(older)}\n` }).faceKeys).toEqual([given, older])
})

it.each(['c2hvcnQ=', `${text(given)},c2hvcnQ=`, `${text(given)},${text(given)}`, ','])(
  'refuses %j in one sentence that does not repeat it',
  (bad) => {
    expect(() => readSettings({ FACE_KEY: bad })).toThrow(
      /^The setting FACE_KEY must be 32 random bytes in base64, as "openssl rand -base64 32" prints them; several keys/,
    )
  },
)

it('makes one beside the embedded database, once, that only its owner reads', () => {
  const dataDir = folder()
  const made = readFaceKeys({ faceKeys: [], dataDir, databaseUrl: undefined })
  expect(made.map(({ length }) => length)).toEqual([32])
  expect(readFaceKeys({ faceKeys: [], dataDir, databaseUrl: undefined })).toEqual(made)
  expect(readdirSync(dataDir)).toEqual(['face-key'])
  expect(statSync(join(dataDir, 'face-key')).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(join(dataDir, 'face-key'), 'utf8'), 'base64')).toHaveLength(32)
})

it('reads several keys from the file, each on a line', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'face-key'), `${text(given)}\n${text(older)}\n`)
  expect(readFaceKeys({ faceKeys: [], dataDir, databaseUrl: undefined })).toEqual([given, older])
})

it('makes none where several servers share a database, and none in place of one that is damaged', () => {
  const dataDir = folder()
  expect(readFaceKeys({ faceKeys: [], dataDir, databaseUrl: 'postgresql://db/x' })).toEqual([])
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(join(dataDir, 'face-key'), 'half of it')
  expect(() => readFaceKeys({ faceKeys: [], dataDir, databaseUrl: undefined })).toThrow('must hold 32 bytes')
  expect(readFileSync(join(dataDir, 'face-key'), 'utf8')).toBe('half of it')
})
