import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { approvedDocuments } from '#server/features/documents/document.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { IdentitySaid } from '#shared/admissions/student-change.contract.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Day, type Instant, toInstant } from '#shared/kernel/time.ts'
import {
  type IdentityDocument,
  type IdentitySubject,
  identitySubjects,
  numberEnd,
  provingTypes,
  statedNumbers,
} from '#shared/students/identity-check.rules.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { studentIdentityChecks } from './student-identity.table.ts'

type Row = typeof studentIdentityChecks.$inferSelect

/** Returns all identity checks, the earliest first. */
export const identityRows = (tx: Tx, schoolId: string, studentId: string): Promise<Row[]> =>
  tx
    .select()
    .from(studentIdentityChecks)
    .where(and(eq(studentIdentityChecks.schoolId, schoolId), eq(studentIdentityChecks.studentId, studentId)))
    .orderBy(asc(studentIdentityChecks.revision))

interface Checked {
  paper: IdentityDocument
  numberEnd: string
  /** Null where it follows from an approved document. */
  byUser: UserId | null
  at: Instant
}

/** Returns whose identity was checked: by the latest record of staff, or else by an approved document valid today. */
async function checkedOf(tx: Tx, student: Student, today: Day): Promise<Map<IdentitySubject, Checked>> {
  const { schoolId, id } = student
  const rows = await identityRows(tx, schoolId, id)
  const approved = await approvedDocuments(tx, schoolId, id, today)
  const found = new Map<IdentitySubject, Checked>()
  for (const of of identitySubjects) {
    const document = approved.find(({ type }) => provingTypes[of][type])
    const paper = document && provingTypes[of][document.type]
    if (document && paper) found.set(of, { paper, numberEnd: '', byUser: null, at: document.since })
    const last = rows.filter(({ subject }) => subject === of).at(-1)
    if (last?.paper) found.set(of, { ...last, paper: last.paper })
  }
  return found
}

/** Returns the blocker of shortlisting where the school requires the check. */
export async function identityBlocker(tx: Tx, student: Student, today: Day): Promise<MessageId | undefined> {
  const { rules } = await readRules(tx, student.schoolId)
  if (!rules.identityBeforeShortlist) return undefined
  return (await checkedOf(tx, student, today)).size === identitySubjects.length ? undefined : 'student.identity-open'
}

/** Returns whether no transition led to the shortlist: those who came by one were checked by the rule of that time. */
export async function cameByList(tx: Tx, { schoolId, id }: Pick<Student, 'schoolId' | 'id'>): Promise<boolean> {
  const isHere = and(eq(studentChanges.schoolId, schoolId), eq(studentChanges.studentId, id))
  const wasListed = and(
    eq(studentChanges.toStatus, 'shortlisted'),
    inArray(studentChanges.fromStatus, ['new', 'waiting']),
  )
  return (
    (await tx.select({ id: studentChanges.id }).from(studentChanges).where(and(isHere, wasListed)).limit(1)).length ===
    0
  )
}

type View = Pick<z.input<typeof studentData.reply>, 'identity'>

/**
 * Returns the identity checks with person and document; while a file is new, or where any exist. Only those who check identities
 * see the ends of numbers.
 */
export async function identityView(
  tx: Tx,
  student: Student,
  { actorRoles, today }: { actorRoles: readonly ActorRole[]; today: Day },
): Promise<View> {
  const { schoolId, submissionId, place } = student
  const checked = await checkedOf(tx, student, today)
  const { rules } = await readRules(tx, schoolId)
  if (checked.size === 0 && !rules.identityBeforeShortlist && student.status !== 'new') return { identity: [] }
  const seesNumbers = isDesk(actorRoles)
  const form = submissionId === null || !seesNumbers ? undefined : await findSubmission(tx, schoolId, submissionId)
  const stated = form ? statedNumbers(form.definition, form.row.answers, place ?? 0) : []
  const users = [...checked.values()].flatMap(({ byUser }) => byUser ?? [])
  const staff = await findPeople(tx, schoolId, users)
  return {
    identity: identitySubjects.map((of) => {
      const found = checked.get(of)
      return {
        of,
        isNeeded: rules.identityBeforeShortlist,
        stated: stated.filter((each) => each.of === of).map(({ paper, numberEnd }) => ({ paper, numberEnd })),
        checked: found
          ? {
              paper: found.paper,
              numberEnd: seesNumbers ? found.numberEnd : '',
              by: found.byUser && colleague(found.byUser, staff),
              at: found.at,
            }
          : null,
      }
    }),
  }
}

/** Returns whether the actor roles include checking identities. */
export const isDesk = (actorRoles: readonly ActorRole[]): boolean =>
  actorRoles.includes('officer') || actorRoles.includes('registrar')

/**
 * Writes down that somebody was held against a paper, corrects that, or takes it back while the file is new.
 * @throws AppError request.invalid
 */
export async function checkIdentity(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, of, paper, numberEnd: typed }: IdentitySaid & { commandId: string },
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const last = (await identityRows(tx, schoolId, studentId)).filter(({ subject }) => subject === of).at(-1)
  // A shortlisted student depends on it: it may be corrected, not removed.
  if (paper === null && (!last?.paper || student.status !== 'new'))
    throw new AppError('request.invalid', { field: 'change.paper' })
  const changed = await updateStudent(tx, student, {})
  await tx.insert(studentIdentityChecks).values({
    schoolId,
    id: commandId,
    studentId,
    subject: of,
    paper,
    numberEnd: paper === null ? '' : numberEnd(typed),
    revision: changed.revision,
    byUser: by.userId,
    at: toInstant(by.nowMs),
  })
  const facts = { kind: of, state: paper ?? 'taken-back' }
  await recordAuditEvent(tx, by.mail, 'identity-checked', { about: studentId, by: by.userId, facts })
  return changed
}
