import { and, desc, eq, lte, sql } from 'drizzle-orm'
import {
  activeLetters,
  type IssueBy,
  type IssuedRow,
  issueLetter,
} from '#server/features/letters/issue/issue-letter.service.ts'
import {
  lookOf,
  type PaperSchool,
  paperSchool,
  schoolValues,
} from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { FaceForgotten, ForgetReason } from '#shared/faces/face-report.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { formatName, type LetterValues, type TwoScripts } from '#shared/letters/letter-values.rules.ts'
import { findForgotten } from '../charges/report.service.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'
import { lockPupil } from '../face-consent.service.ts'
import { faceAudit } from '../face-record.table.ts'
import { type Deletion, withdrawnBy } from '../face-withdrawn.service.ts'

/**
 * Returns the certificate of a deletion as a letter of the school: issued once, when the last copy is gone, and the same
 * afterwards.
 * @throws AppError request.not-found, letter.incomplete while a device may still have a copy
 */
export async function issueCertificate(tx: Tx, by: IssueBy, face: FaceCtx, id: string): Promise<IssuedRow> {
  const { schoolId, nowMs } = face
  const found = await findForgotten(tx, schoolId, id)
  if (!found) throw new AppError('request.not-found')
  // Serialised: two at once would issue two.
  await lockPupil(tx, schoolId, found.customerId)
  const subject = { topic: 'face', subjectId: id } as const
  const [before] = await activeLetters(tx, schoolId, subject)
  if (before) return before
  if (!isGone(found, nowMs)) throw new AppError('letter.incomplete', { field: 'face.devices' })
  const school = await paperSchool(tx, schoolId)
  const values = await valuesOf(tx, face, school, found)
  const { template, version: templateVersion } = await currentTemplate(tx, schoolId, 'face-deletion')
  const issued = await issueLetter(tx, by, {
    ...subject,
    kind: 'face-deletion',
    studentId: null,
    sourceId: id,
    templateVersion,
    fill: (verification) => resolveLetter(template, values, ['en', 'ar'], lookOf(school, verification)),
  })
  await note(tx, face, { action: 'certified', customerId: found.customerId, by: by.userId })
  return issued
}

/** Returns whether all copies are gone. A device without contact has deleted its copy at expiry. */
export const isGone = ({ devices }: Pick<FaceForgotten, 'devices'>, nowMs: number): boolean =>
  devices.every(({ doneAt, expiresAt }) => doneAt !== null || fromInstant(expiresAt) <= nowMs)

async function valuesOf(
  tx: Tx,
  { schoolId, nowMs }: FaceCtx,
  school: PaperSchool,
  { id, customerId, name, reason, at, devices }: FaceForgotten,
): Promise<LetterValues> {
  const pupil = (await findPupils(tx, schoolId, { ids: [customerId] })).get(customerId)
  const dayOf = (atMs: number) => businessDay(atMs, school.timeZone, 0)
  const enrolledAt = await enrolledBefore(tx, schoolId, customerId, at)
  const today = dayOf(nowMs)
  return {
    ...schoolValues(school, 'face-deletion'),
    'letter.signerRole': { en: 'For the school', ar: 'عن المدرسة' },
    'letter.reference': id,
    'letter.date': today,
    'student.name': { latin: name.en, arabic: name.ar },
    'student.number': pupil?.admissionNo ?? null,
    'guardian.name': await guardianOf(tx, schoolId, { customerId, at }),
    'face.reference': id,
    'face.enrolledOn': enrolledAt === undefined ? null : dayOf(fromInstant(enrolledAt)),
    'face.reason': reasons[reason],
    'face.deletedOn': dayOf(fromInstant(at)),
    'face.devices': devices.map(({ till, deviceId, doneAt, expiresAt }) => ({
      label: till ? beside(till.name, `${till.siteCode}-${till.tillCode}`) : retired(deviceId),
      values: [{ day: dayOf(fromInstant(doneAt ?? expiresAt)) }],
    })),
    'sign.school': { name: school.name[school.language], day: today },
  }
}

const reasons: Readonly<Record<ForgetReason, Bilingual>> = {
  withdrawn: { en: 'Consent was withdrawn', ar: 'سُحبت الموافقة' },
  'pupil-no': { en: 'The pupil said no', ar: 'رفض الطالب' },
  left: { en: 'The pupil has left the school', ar: 'غادر الطالب المدرسة' },
  unused: { en: 'Unused for twelve months', ar: 'لم يُستعمل اثني عشر شهرًا' },
  expired: { en: 'Not renewed in time', ar: 'لم يُجدَّد في وقته' },
  mistaken: { en: 'The wrong pictures', ar: 'صور لشخص آخر' },
  staff: { en: 'Deleted by the school', ar: 'حذفته المدرسة' },
}

const beside = ({ en, ar }: Bilingual, code: string): Bilingual => ({ en: `${en} ${code}`, ar: `${ar} ${code}` })
const retired = (deviceId: string): Bilingual =>
  beside({ en: 'A device out of service', ar: 'جهاز خرج من الخدمة' }, deviceId.slice(-8))

/** Returns when the deleted face was last registered. */
async function enrolledBefore(tx: Tx, schoolId: string, customerId: FaceForgotten['customerId'], at: string) {
  const [row] = await tx
    .select({ at: faceAudit.at })
    .from(faceAudit)
    .where(
      and(
        eq(faceAudit.schoolId, schoolId),
        eq(faceAudit.customerId, customerId),
        eq(faceAudit.action, 'enrolled'),
        lte(faceAudit.at, at),
      ),
    )
    .orderBy(desc(faceAudit.id))
    .limit(1)
  return row?.at
}

/** Returns the guardian who withdrew consent, or else the one asked last. */
async function guardianOf(tx: Tx, schoolId: string, deletion: Deletion): Promise<TwoScripts | null> {
  const withdrew = await withdrawnBy(tx, schoolId, deletion)
  if (withdrew) return formatName(withdrew.guardian)
  // Reads the table of `consent` by name, since a feature must not import another's tables.
  const { rows } = await tx.execute<{ guardian: string }>(sql`
    select guardian from consent_requests
    where school_id = ${schoolId} and customer_id = ${deletion.customerId} and ${facesPurpose} = any(purposes)
    order by asked_at desc, id desc limit 1`)
  return rows[0] ? formatName(rows[0].guardian) : null
}
