// chunk: core
import type { Dexie, EntityTable } from 'dexie'
import type { KeyRow, Sealed } from '#local/storage/forms-db.ts'
import type { Random } from '#shared/kernel/ids.ts'

/**
 * Seals what people wrote before it is stored: AES-GCM with a key this browser made and never exports. Reading the storage, or a
 * copy of it, reveals nothing.
 */
export interface Vault {
  seal(value: unknown): Promise<Sealed>
  sealBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Sealed>
  /** Opens a sealed value. @throws when another browser sealed it, or it was changed since */
  open(sealed: Sealed): Promise<unknown>
  openBytes(sealed: Sealed): Promise<Uint8Array<ArrayBuffer>>
}

const algorithm = 'AES-GCM'
/** As recommended for this mode (NIST SP 800-38D): 96 random bits, never used twice. */
const ivBytes = 12

/** Database with a table for keys. */
type KeysDb = Dexie & { keys: EntityTable<KeyRow, 'name'> }

/** A new key for a vault; it cannot leave the browser. */
export const makeVaultKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])

async function vaultKey(db: KeysDb): Promise<CryptoKey> {
  const made = await makeVaultKey()
  // If two tabs start at once, the later one takes the earlier one's key.
  return db.transaction('rw', db.keys, async () => {
    const known = await db.keys.get('answers')
    if (known) return known.key
    await db.keys.add({ name: 'answers', key: made })
    return made
  })
}

export async function openVault(db: KeysDb, random: Random): Promise<Vault> {
  return vaultWith((await db.keys.get('answers'))?.key ?? (await vaultKey(db)), random)
}

/** A vault with a key that stands elsewhere. */
export function vaultWith(key: CryptoKey, random: Random): Vault {
  const sealBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> => {
    const iv = Uint8Array.from(random.bytes(ivBytes))
    return { iv, data: await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes) }
  }
  const openBytes = async ({ iv, data }: Sealed) =>
    new Uint8Array(await crypto.subtle.decrypt({ name: algorithm, iv }, key, data))
  return {
    sealBytes,
    openBytes,
    seal: (value) => sealBytes(new TextEncoder().encode(JSON.stringify(value))),
    open: async (sealed) => JSON.parse(new TextDecoder().decode(await openBytes(sealed))) as unknown,
  }
}
