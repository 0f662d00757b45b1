import { Dexie } from 'dexie'
import { vaultWith } from '#local/kernel/vault.ts'
import { cashDbName, decisionsDbName } from '#local/storage/desk-names.ts'
import { seededRandom } from './test-surroundings.ts'

/* The databases as older builds made them, written down once more: what they wrote must stay readable for ever. */

export const formerDecisions = (school: string) => openFormer(decisionsDbName(school), { decisions: 'id, userId' })

export const formerCash = (school: string) =>
  openFormer(cashDbName(school), { cash: 'id, userId, bookedAtMs', series: 'name' })

async function openFormer(name: string, stores: Record<string, string>) {
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ ...stores, keys: 'name' })
  const algorithm = { name: 'AES-GCM', length: 256 }
  const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
  const row = await db.table('keys').get('answers')
  if (!row) await db.table('keys').put({ name: 'answers', key: made })
  return { db, vault: vaultWith(row?.key ?? made, seededRandom(7)) }
}
