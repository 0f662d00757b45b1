import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { leavePerson } from '#shared/identity/staff.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { endInvitation } from '../accounts/invite.service.ts'
import { endEverywhere } from '../linked-schools/end-opened.service.ts'
import { changeStaff, type StaffAccount } from '../sessions/staff.service.ts'
import { requireNotBreakGlass } from '../sign-in-settings/sign-in-settings.service.ts'
import { unlinkAccount } from '../single-sign-on/sso-link.service.ts'
import { lockAdminsFor, requireAnother, requireStaff } from './staff.service.ts'

type Owned = z.infer<typeof leavePerson.reply>['owned']

/** What higher domains keep for people, and how it goes to somebody else. */
export interface HandOver {
  count: (tx: Tx, schoolId: string, userId: UserId) => Promise<Owned>
  /** Gives all of it to `to`; with null, files and tasks are nobody's. */
  give: (tx: Tx, schoolId: string, from: UserId, to: UserId | null) => Promise<void>
  /** Whether somebody of these roles may have it. */
  mayHave: (roles: readonly Role[]) => boolean
}

/**
 * Takes a person out of the school in one step: sessions ended, links closed, roles gone, account deactivated, and what they owned
 * handed over. Returns what that is; without `isApplied` nothing is changed. The same again finds nothing left to hand over.
 * @throws AppError request.not-found, request.invalid (`heir`), staff.last-admin
 */
export function leave(
  ctx: SessionCtx,
  { id, heir, isApplied }: z.output<typeof leavePerson.body>,
  handOver: HandOver,
): Promise<Owned> {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const admins = await lockAdminsFor(tx, ctx)
    const person = await requireStaff(tx, schoolId, id)
    if (person.roles.includes('admin')) requireAnother(admins, id)
    await requireNotBreakGlass(tx, schoolId, id)
    if (heir !== null) requireHeir(id, await requireStaff(tx, schoolId, heir), handOver)
    const owned = await handOver.count(tx, schoolId, id)
    if (!isApplied) return owned
    await handOver.give(tx, schoolId, id, heir)
    const nowMs = ctx.deps.clock.nowMs()
    await endEverywhere(tx, schoolId, id, nowMs)
    await endInvitation(tx, ctx, id)
    await unlinkAccount(tx, schoolId, id)
    const facts = { removed: person.roles.join(' '), count: owned.files + owned.tasks }
    await recordAuditEvent(tx, ctx, 'person-left', { about: id, facts })
    // Anyone who is a parent too stays one: the account keeps what belongs to the family.
    const isFamily = person.roles.includes('family')
    const roles: Role[] = isFamily ? ['family'] : []
    await changeStaff(tx, schoolId, id, isFamily ? { roles } : { roles, disabledAt: toInstant(nowMs) })
    return owned
  })
}

/** @throws AppError request.invalid for the person who leaves, a deactivated one, or one without the right */
function requireHeir(leaver: UserId, { id, roles, disabledAt }: StaffAccount, { mayHave }: HandOver): void {
  if (id === leaver || disabledAt !== null || !mayHave(roles)) throw new AppError('request.invalid', { field: 'heir' })
}
