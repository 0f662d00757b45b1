import type { ConsentEffect } from '#server/features/consents/consent-effect.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'

/** Who or what makes a transition, and when by the server's clock. */
export interface Actor {
  schoolId: string
  nowMs: number
  /** The school's own day. */
  today: Day
  random: Random
  /** What the emails about it need. */
  mail: MailCtx
}

/** A colleague who acts. */
export interface StaffActor extends Actor {
  userId: UserId
  roles: readonly Role[]
}

/** A colleague who sends a command from the desk. */
export interface DeskActor extends StaffActor {
  consentEffects: readonly ConsentEffect[]
}

/** Returns a family that acts by its link, or the clock. */
export function unattendedActor(mail: MailCtx): Actor {
  const { school, deps } = mail
  const nowMs = deps.clock.nowMs()
  return { schoolId: school.schoolId, nowMs, today: businessDay(nowMs, school.timeZone, 0), random: deps.random, mail }
}

/** Returns the colleague whose session this is. */
export const staffActor = (ctx: SessionCtx): StaffActor => ({
  ...unattendedActor(ctx),
  userId: ctx.session.user.userId,
  roles: ctx.session.roles,
})
