import type { KeyRing, ServerKey } from '#server/kernel/keys/key-ring.ts'
import { decryptBytes, encryptBytes } from '#server/kernel/keys/secrets.ts'
import { toHex } from '#shared/kernel/bytes.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { rotationFromSeed } from '#shared/recognition/face-rotation.rules.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Encryption keys of a school's faces. All derive from keys outside the database; the database alone opens nothing. */
export interface SchoolKeys {
  /** Check value of the root, which stays the same as long as the faces do. */
  readonly check: string
  /** Encrypts for one row, by the server's newest key. @param of binding to the row: it opens in no other */
  encrypt(plain: Bytes, of: string, random: Random): Promise<string>
  /** Decrypts. @throws when encrypted by a key that is not here, for another row, or changed since */
  decrypt(content: string, of: string): Promise<Bytes>
  /** Returns a one-way mark of these bytes. */
  mark(bytes: Bytes): Promise<string>
  /** Returns the seed of the school's rotation in an epoch. */
  rotationSeed(epoch: number): Promise<Bytes>
  rotation(epoch: number): Promise<Float32Array>
}

/** What a school has stored about its keys: its id, the check value of its root, and the root itself where it is kept. */
export interface StoredRoot {
  readonly schoolId: string
  readonly keyCheck: string | null
  readonly keyRoot: string | null
}

interface Opened {
  of: string
  keys: Promise<SchoolKeys | undefined>
}

/** Cached for as long as the process has the keys: making a rotation costs more than using it. */
const opened = new WeakMap<KeyRing, Map<string, Opened>>()

/**
 * Returns the keys of a school's faces; undefined where none of the server's keys opens them. Marks and rotations come from the
 * root, which stays when the server's key is exchanged: otherwise everybody would have to be registered again.
 */
export function schoolKeys(keyRing: KeyRing, root: StoredRoot): Promise<SchoolKeys | undefined> {
  const ofProcess = opened.get(keyRing) ?? new Map<string, Opened>()
  opened.set(keyRing, ofProcess)
  const of = `${root.keyCheck} ${root.keyRoot}`
  const known = ofProcess.get(root.schoolId)
  const { keys } = known?.of === of ? known : { keys: openRoot(keyRing, root) }
  ofProcess.set(root.schoolId, { of, keys })
  return keys
}

const rootPlace = (keyRing: KeyRing, schoolId: string) =>
  ({ keyRing, purpose: 'bawaba-faces-1 root', schoolId, of: rootBinding(schoolId) }) as const

/** Returns the binding of a stored root. */
export const rootBinding = (schoolId: string): string => `root ${schoolId}`

async function openRoot(keyRing: KeyRing, stored: StoredRoot): Promise<SchoolKeys | undefined> {
  const root = await findRoot(keyRing, stored)
  return root && makeKeys(keyRing, stored.schoolId, root)
}

/** Returns the root of a school's faces: as stored, else that of the key by which its faces were begun, else of the newest key. */
async function findRoot(keyRing: KeyRing, { schoolId, keyCheck, keyRoot }: StoredRoot): Promise<Bytes | undefined> {
  if (keyCheck === null) return rootOf(keyRing.newest, schoolId)
  if (keyRoot !== null) return decryptBytes(rootPlace(keyRing, schoolId), keyRoot).catch(() => undefined)
  for (const key of keyRing.keys) {
    const root = await rootOf(key, schoolId)
    if ((await checkOf(root)) === keyCheck) return root
  }
  return undefined
}

/** Returns the root as it is stored, encrypted by the newest key; undefined where none of the keys opens it. */
export async function encryptRoot(keyRing: KeyRing, stored: StoredRoot, random: Random): Promise<string | undefined> {
  const root = await findRoot(keyRing, stored)
  return root && encryptBytes({ ...rootPlace(keyRing, stored.schoolId), random }, root)
}

/** HMAC-SHA256. */
async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data))
}

/** The first half of HKDF (RFC 5869, section 2.2): what a school's keys derive from, which does not tell the server's key. */
const rootOf = ({ bytes }: ServerKey, schoolId: string): Promise<Bytes> =>
  hmac(new TextEncoder().encode(schoolId), bytes)

/** The second half of HKDF (section 2.3), for 32 bytes. */
const deriveFrom = (root: Bytes, use: string): Promise<Bytes> =>
  hmac(root, new Uint8Array([...new TextEncoder().encode(`bawaba-faces-1 ${use}`), 1]))

const checkOf = async (root: Bytes): Promise<string> => toHex(await deriveFrom(root, 'check')).slice(0, 32)

async function makeKeys(keyRing: KeyRing, schoolId: string, root: Bytes): Promise<SchoolKeys> {
  const marks = await deriveFrom(root, 'marks')
  const place = { keyRing, purpose: 'bawaba-faces-1 content', schoolId } as const
  const rotations = new Map<number, Promise<Float32Array>>()
  const rotationSeed = (epoch: number) => deriveFrom(root, `rotation ${epoch}`)
  return {
    check: await checkOf(root),
    encrypt: (plain, of, random) => encryptBytes({ ...place, of, random }, plain),
    decrypt: (content, of) => decryptBytes({ ...place, of }, content),
    mark: async (bytes) => toHex(await hmac(marks, bytes)),
    rotationSeed,
    rotation: (epoch) => {
      const made = rotations.get(epoch) ?? rotationSeed(epoch).then(rotationFromSeed)
      rotations.set(epoch, made)
      return made
    },
  }
}
