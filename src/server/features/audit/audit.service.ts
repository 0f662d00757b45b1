import type { OpenCtx, Session } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type AuditAct, type AuditFactsOf, auditActs } from '#shared/audit/audit.rules.ts'
import { type DeviceId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { auditEvents } from './audit.table.ts'

interface Noted<A extends AuditAct> {
  /** The id or the slug of the record; its kind belongs to the act. */
  about: string | null
  facts: AuditFactsOf<A>
  by?: UserId | null
  deviceId?: DeviceId | null
}

/**
 * Writes into the record, in the transaction of the act itself: both or neither. Which facts may be kept of it is said in
 * `auditActs`; whatever else is passed is left out.
 */
export async function noteAct<A extends AuditAct>(
  tx: Tx,
  ctx: Pick<OpenCtx, 'deps'> & {
    readonly school: Pick<OpenCtx['school'], 'schoolId'>
    readonly session?: Session | undefined
  },
  what: A,
  { about, facts, by, deviceId }: Noted<A>,
): Promise<void> {
  const { clock, random } = ctx.deps
  const nowMs = clock.nowMs()
  const { group, about: kind, facts: allowed } = auditActs[what]
  const names: readonly string[] = allowed
  await tx.insert(auditEvents).values({
    schoolId: ctx.school.schoolId,
    id: uuidv7(nowMs, random),
    at: toInstant(nowMs),
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
}
