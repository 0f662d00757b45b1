import { Dexie, type EntityTable } from 'dexie'
import { openOutbox } from '#local/device/open-device.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { storableText } from '#local/kernel/storable-text.ts'
import { type Vault, vaultWith } from '#local/kernel/vault.ts'
import { isOpen, linkOperation } from '#local/outbox/link.ts'
import { CashDb, type CashRow } from '#local/storage/cash-db.ts'
import { type DecisionRow, DecisionsDb } from '#local/storage/decisions-db.ts'
import { cashDbName, decisionsDbName } from '#local/storage/desk-names.ts'
import type { KeyRow, Sealed } from '#local/storage/forms-db.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { openDeskVault } from './desk-vault.ts'
import { type CashShown, type DecisionMade, deskKinds } from './desk-work.types.ts'

/** What an older build kept, as it goes into its owner's outbox. */
interface FormerRow {
  id: string
  userId: string
  atMs: number
  kind: string
  stands: Pick<StoredOp, 'state' | 'lastError' | 'ackedAtMs'>
  content: Sealed
  /** What is sent of the opened content, and what is shown with it. */
  split(content: unknown): { body: unknown; shown: unknown }
}

/** A database in which an older build kept work of a desk. */
interface FormerDesk {
  name: string
  open(): FormerDb
}

interface FormerDb {
  db: Dexie & { keys: EntityTable<KeyRow, 'name'> }
  /** In the order in which it was done. */
  rows(): Promise<FormerRow[]>
  drop(id: string): Promise<void>
}

const formerDesks = (schoolCode: string): FormerDesk[] => [
  { name: decisionsDbName(schoolCode), open: () => openDecisions(decisionsDbName(schoolCode)) },
  { name: cashDbName(schoolCode), open: () => openCash(cashDbName(schoolCode)) },
]

function openDecisions(name: string): FormerDb {
  const db = new DecisionsDb(name)
  return {
    db,
    rows: async () =>
      (await db.decisions.toArray()).sort((a, b) => a.keptAtMs - b.keptAtMs).map((row) => formerDecision(row)),
    drop: (id) => db.decisions.delete(id),
  }
}

function openCash(name: string): FormerDb {
  const db = new CashDb(name)
  return {
    db,
    rows: async () => (await db.cash.toArray()).sort((a, b) => a.no - b.no).map((row) => formerCash(row)),
    drop: (id) => db.cash.delete(id),
  }
}

const formerDecision = ({ id, userId, keptAtMs, problem, content }: DecisionRow): FormerRow => ({
  id,
  userId,
  atMs: keptAtMs,
  kind: deskKinds.decision,
  stands: { state: problem === null ? 'pending' : 'attention', lastError: problem, ackedAtMs: null },
  content,
  split: (made) => {
    const { asked, ...shown } = made as DecisionMade
    return { body: asked, shown }
  },
})

const formerCash = ({ id, userId, takenAtMs, bookedAtMs, problem, content }: CashRow): FormerRow => ({
  id,
  userId,
  atMs: takenAtMs,
  kind: deskKinds.cash,
  stands:
    bookedAtMs > 0
      ? { state: 'acked', lastError: null, ackedAtMs: bookedAtMs }
      : { state: problem === null ? 'pending' : 'attention', lastError: problem, ackedAtMs: null },
  content,
  split: (kept) => {
    const { operation, ...shown } = kept as CashShown & { operation: CashTaken }
    return { body: operation, shown }
  },
})

/**
 * Brings what older builds kept of a desk, in two databases of their own, into the outboxes of those who did it: under the id of its
 * command, so that what goes out from both happens once. Each row is copied durably before the old one goes, and one that is there
 * already is not copied again, so that it may end anywhere and begin again. What this browser can read no more stays where it is.
 * `userId` is who is signed in. @throws where storage fails; the next start goes on
 */
export async function carryOver(schoolCode: string, userId: string, surroundings: Surroundings): Promise<void> {
  await surroundings.locks.request(`desk-carry:${schoolCode}`, {}, async () => {
    for (const former of formerDesks(schoolCode)) {
      if (await Dexie.exists(former.name)) await empty(former, { schoolCode, userId, surroundings })
    }
  })
}

interface Needs {
  schoolCode: string
  userId: string
  surroundings: Surroundings
}

/** A tab of an older build may still hold it open; nothing here waits for that tab. */
const deletingMs = 2000

async function empty(former: FormerDesk, needs: Needs): Promise<void> {
  const { surroundings, userId } = needs
  const from = former.open()
  let left = 0
  try {
    const rows = await from.rows()
    for (const owner of new Set([userId, ...rows.map((row) => row.userId)])) {
      const own = rows.filter((row) => row.userId === owner)
      left += own.length - (await copy(former.name, from, own, { ...needs, userId: owner }))
    }
  } finally {
    from.db.close()
  }
  if (left > 0) return
  const { signal } = new AbortController()
  await Promise.race([Dexie.delete(former.name), surroundings.sleep(deletingMs, signal)])
}

/** @returns how many could be read, are in their owner's outbox now, and gone from here */
async function copy(name: string, from: FormerDb, rows: FormerRow[], needs: Needs): Promise<number> {
  const { schoolCode, userId, surroundings } = needs
  const { store, appender } = await openOutbox(deskOutboxName(schoolCode, userId), surroundings)
  try {
    const vault = await openDeskVault(store, surroundings)
    const stream = `desk/${userId}`
    // A tab of an older build goes on sealing with the key it has in memory, in a new database, when this one is gone.
    const key = (await from.db.keys.get('answers'))?.key
    const known = (await store.getMeta<CryptoKey[]>(`former:${name}`)) ?? []
    if (key && known.length === 0) await store.putMeta(`former:${name}`, [key])
    const vaults = [...(key ? [key] : []), ...known].map((each) => vaultWith(each, surroundings.random))
    let copied = 0
    for (const row of rows) {
      const content = await read(row, vaults)
      if (content === undefined) continue
      const { body, shown } = row.split(content)
      const plain = storableText(body)
      const sealed = await vault.seal(plain)
      const beside = await vault.seal(shown)
      await store.append(stream, row.id, (last) => {
        const head = { opId: row.id, stream, kind: row.kind, v: 1, actorId: userId as UserId }
        const draft = { ...head, amountMinor: null, label: null, body: plain, sealed, beside }
        const linked = linkOperation(last, draft, { ...appender.stamp(), wallAt: toInstant(row.atMs) })
        const op = { ...linked.op, ...row.stands }
        return { op, row: isOpen(op.state) ? linked.row : { ...linked.row, openCount: last.openCount } }
      })
      await from.drop(row.id)
      copied += 1
    }
    return copied
  } finally {
    store.close()
  }
}

async function read({ content }: FormerRow, vaults: readonly Vault[]): Promise<unknown> {
  for (const vault of vaults) {
    try {
      return await vault.open(content)
    } catch {
      // Sealed with another key.
    }
  }
  return undefined
}
