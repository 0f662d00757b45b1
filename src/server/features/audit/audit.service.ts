import type { OpenCtx, Session } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isJournaled, type JournalEntry, noteForJournal } from '#server/kernel/journal.ts'
import { type AuditAct, type AuditDetailsOf, auditActs } from '#shared/audit/audit.rules.ts'
import { type DeviceId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { auditEvents } from './audit.table.ts'

interface AuditEventInput<A extends AuditAct> {
  /** Id or slug of the record; its kind follows from the event. */
  about: string | null
  facts: AuditDetailsOf<A>
  by?: UserId | null
  deviceId?: DeviceId | null
  /** Code that repeating the act needs, for the journal alone. */
  code?: string
}

/**
 * Writes an audit event in the transaction of the action itself: both or neither. `auditActs` lists the details each event may
 * keep; others are dropped.
 */
export async function recordAuditEvent<A extends AuditAct>(
  tx: Tx,
  ctx: {
    readonly deps: Pick<OpenCtx['deps'], 'clock' | 'random'>
    readonly school: Pick<OpenCtx['school'], 'schoolId'>
    readonly session?: Session | undefined
  },
  what: A,
  { about, facts, by, deviceId, code }: AuditEventInput<A>,
): Promise<void> {
  const { clock, random } = ctx.deps
  const nowMs = clock.nowMs()
  const { group, about: kind, facts: allowed } = auditActs[what]
  const names: readonly string[] = allowed
  const id = uuidv7(nowMs, random)
  const at = toInstant(nowMs)
  await tx.insert(auditEvents).values({
    schoolId: ctx.school.schoolId,
    id,
    at,
    what,
    group,
    byUser: by === undefined ? (ctx.session?.user.userId ?? null) : by,
    deviceId: deviceId ?? null,
    kind,
    recordId: about,
    facts: Object.fromEntries(
      Object.entries<string | number | boolean>(facts).filter(([name]) => names.includes(name)),
    ),
  })
  if (isJournaled(what) && about !== null)
    noteForJournal(tx, { schoolId: ctx.school.schoolId, id, at, what, about, ...(code ? { code } : codeOf(facts)) })
}

/** Returns the code that repeating an act needs. */
const codeOf = (facts: Readonly<Record<string, string | number | boolean>>): { code?: string } => {
  const code = facts['removed'] ?? facts['cause']
  return typeof code === 'string' && code !== '' ? { code } : {}
}

/** Records an act that a restored server has repeated, under its own id and time. It is known from then on. */
export async function recordRepeatedAct(
  tx: Tx,
  { schoolId, id, at, what, about }: Omit<JournalEntry, 'what'> & { what: AuditAct },
): Promise<void> {
  const { group, about: kind } = auditActs[what]
  const values = { schoolId, id, at, what, group, byUser: null, deviceId: null, kind, recordId: about, facts: {} }
  await tx
    .insert(auditEvents)
    .values({ ...values, at: toInstant(Date.parse(at)) })
    .onConflictDoNothing()
}
