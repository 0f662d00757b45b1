import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import type { ClaimKind, ClaimState } from '#shared/admissions/waiting-list.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { claimsOf, saveClaim } from './claim.service.ts'
import { positionHistory } from './waiting-position.service.ts'
import { updatePositionsAfterClaim, type WaitlistActor, waitlistActor, waitlistOf } from './waitlist.service.ts'

/** Values of the default form for each claim. */
const codes: Readonly<Record<string, ClaimKind>> = {
  staff: 'staff-child',
  sibling: 'sibling',
  group: 'group-transfer',
  corporate: 'corporate',
  alumni: 'alumni',
  national: 'national',
}

/** Returns the priority reasons named in an application, each once; none of them is verified. */
export function claimsFromForm(answers: Answers): { kind: ClaimKind; note: string }[] {
  const rows = answers['claims']
  if (!Array.isArray(rows)) return []
  const found = new Map<ClaimKind, string>()
  for (const row of rows) {
    if (typeof row !== 'object' || !('claim' in row)) continue
    const claim = row['claim']
    const kind = typeof claim === 'string' && Object.hasOwn(codes, claim) ? codes[claim] : undefined
    const note = 'detail' in row && typeof row['detail'] === 'string' ? row['detail'].trim() : ''
    if (kind && !found.has(kind)) found.set(kind, note)
  }
  return [...found].map(([kind, note]) => ({ kind, note }))
}

/** How many positions of a student are shown, the latest first. */
const shown = 50

/** Records the state of a claim, and updates the positions of the waiting list. */
export async function recordClaim(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { claim: kind, state, note }: { claim: ClaimKind; state: ClaimState; note: string },
): Promise<Student> {
  const { schoolId, userId: changedBy, nowMs, today } = by
  const verifiedOn = state === 'verified' ? today : null
  const changedAt = toInstant(nowMs)
  await saveClaim(tx, { schoolId, studentId: student.id, kind, state, note, verifiedOn, changedBy, changedAt })
  await recordAuditEvent(tx, by.mail, 'claim-judged', {
    about: student.id,
    by: changedBy,
    facts: { claim: kind, state },
  })
  const changed = await updateStudent(tx, student, {})
  await updatePositionsAfterClaim(tx, waitlistActor(by), changed)
  return changed
}

type View = Pick<z.input<typeof studentData.reply>, 'line' | 'positions' | 'claims'>

/** Returns the position of a student with its history, and their claims. */
export async function waitlistSeen(
  tx: Tx,
  by: Omit<WaitlistActor, 'nowMs'>,
  student: Student,
  answers: Answers | undefined,
): Promise<View> {
  const { schoolId } = by
  const line = await waitlistOf(tx, by, student)
  const own = line?.children.find((each) => each.student.id === student.id)
  const [next] = line?.children ?? []
  const history = await positionHistory(tx, schoolId, student.id, shown)
  const rows = await claimsOf(tx, schoolId, student.id)
  const staff = await findPeople(
    tx,
    schoolId,
    rows.map(({ changedBy }) => changedBy),
  )
  const stated = claimsFromForm(answers ?? {}).filter(({ kind }) => !rows.some((row) => row.kind === kind))
  return {
    line: own
      ? {
          position: own.at.position,
          total: own.at.total,
          reason: own.at.reason,
          next: next && next !== own ? findNamedStudent(next.student) : null,
        }
      : null,
    positions: history.map(({ no, position, total, reason, cause, at, grade, entryYear, campus, stream }) => ({
      no,
      position,
      total,
      reason,
      cause,
      at,
      place: { campus, entryYear, grade, stream },
    })),
    claims: [
      ...rows.map(({ kind, state, note, verifiedOn, changedBy, changedAt }) => ({
        claim: kind,
        state,
        note,
        verifiedOn,
        by: colleague(changedBy, staff),
        at: changedAt,
      })),
      ...stated.map(({ kind, note }) => ({
        claim: kind,
        state: 'stated' as const,
        note,
        verifiedOn: null,
        by: null,
        at: null,
      })),
    ],
  }
}

/** Names a student in the file of another one. */
export const findNamedStudent = ({ id, reference, nameLatin, nameArabic }: Student) => ({
  student_id: id,
  registration_id: reference,
  student_name: nameLatin,
  student_name_ar: nameArabic,
})
