import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable, offerTime } from '#shared/admissions/offers/offer-state.rules.ts'
import { businessDay, type Day, fromInstant, hourMs } from '#shared/kernel/time.ts'
import { offerSigners, offers } from '../offers/offer.table.ts'
import {
  activeOffer,
  isPaid,
  type Signer,
  signedAt,
  type WholeOffer,
  wholeOffer,
} from '../offers/offer-read.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { FamilyCtx, FamilyStudent, Guardian } from './family-child.types.ts'

/** The offer of a child that is out or accepted, as one of its guardians sees it. */
export interface FamilyOffer extends WholeOffer {
  /** The guardian as a signer; undefined for one who does not sign. */
  mine: Signer | undefined
  /** Whether the guardian still has to sign, and may now. */
  isMine: boolean
  isPaid: boolean
  /** Last day to sign. */
  until: Day
}

/** Reads the offer of a child; undefined without one, and once its time is over unsigned. */
export async function familyOffer(
  tx: Tx,
  { deps, school }: FamilyCtx,
  student: Pick<FamilyStudent, 'schoolId' | 'id'>,
  { email }: Pick<Guardian, 'email'>,
): Promise<FamilyOffer | undefined> {
  const offer = await activeOffer(tx, student.schoolId, student.id)
  if (!offer) return undefined
  const { rules } = await readRules(tx, student.schoolId)
  const clock = {
    expiresMs: fromInstant(offer.expiresAt),
    graceMs: rules.graceHours * hourMs,
    pausedMs: offer.pausedAt === null ? null : fromInstant(offer.pausedAt),
  }
  const isOpen = isAnswerable(offer.state)
  const time = offerTime(clock, deps.clock.nowMs())
  if (isOpen && time === 'over') return undefined
  const whole = await wholeOffer(tx, offer)
  const mine = whole.signers.find((signer) => signer.email.trim().toLowerCase() === email)
  const isUnsigned = mine !== undefined && signedAt(mine.id, whole.answers) === null
  return {
    ...whole,
    mine,
    isMine: isOpen && time !== 'paused' && isUnsigned,
    isPaid: await isPaid(tx, offer),
    until: businessDay(clock.expiresMs - 1, school.timeZone, 0),
  }
}

/** Returns ids of the students whose live offer this address, in lower case, is asked to sign. */
export async function studentsToSignFor(tx: Tx, schoolId: string, email: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ studentId: offers.studentId })
    .from(offerSigners)
    .innerJoin(offers, and(eq(offers.schoolId, offerSigners.schoolId), eq(offers.id, offerSigners.offerId)))
    .where(
      and(
        eq(offerSigners.schoolId, schoolId),
        eq(sql`lower(trim(${offerSigners.email}))`, email),
        inArray(offers.state, ['sent', 'viewed', 'accepted']),
      ),
    )
  return rows.map(({ studentId }) => studentId)
}
