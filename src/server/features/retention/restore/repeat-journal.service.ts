import { sql } from 'drizzle-orm'
import { eraseUntouched, isUntouched } from '#server/features/admissions/file/create-student.service.ts'
import { lockStudentOrErased } from '#server/features/admissions/file/student-row.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { forget } from '#server/features/faces/face.service.ts'
import { lockPupil } from '#server/features/faces/face-consent.service.ts'
import { recordObjection } from '#server/features/faces/pupils/pupils.service.ts'
import { endEverywhere } from '#server/features/identity/linked-schools/end-opened.service.ts'
import { replacePassword } from '#server/features/identity/sessions/accounts.service.ts'
import { changeStaff, lockStaff } from '#server/features/identity/sessions/staff.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { revokeDevice } from '#server/features/sync/devices/device.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { JournaledAct, JournalEntry } from '#server/kernel/journal.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId, DeviceId, UserId } from '#shared/kernel/ids.ts'
import { isRole, type Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { ForgetReason } from '#shared/faces/face-report.contract.ts'
import { erasureCauses } from '#shared/retention/retention.rules.ts'
import { type Eraser, erase } from '../erase.ts'
import { eraseEnquiryJudged } from '../erase-enquiry.ts'

/** Entries read between two questions to the database. */
const batch = 500

/**
 * Repeats, in their order, the acts of the journal that this database has forgotten. An act about a record that it has forgotten as
 * well, or that cannot be repeated, is passed over. @returns how many failed
 */
export async function repeatJournal(deps: Deps, schools: ReadonlySet<string>): Promise<number> {
  let failed = 0
  for await (const entries of batches(deps, schools)) {
    for (const entry of await withoutKnown(deps, entries)) {
      try {
        await repeatOne(deps, entry)
      } catch (error) {
        if (error instanceof AppError) continue
        failed += 1
        deps.log.error({ ...describeFailure(error), what: entry.what }, 'an act of the journal was not repeated')
      }
    }
  }
  return failed
}

async function* batches({ journal }: Deps, schools: ReadonlySet<string>): AsyncIterable<JournalEntry[]> {
  let entries: JournalEntry[] = []
  for await (const entry of journal?.read() ?? []) {
    if (!schools.has(entry.schoolId)) continue
    entries.push(entry)
    if (entries.length < batch) continue
    yield entries
    entries = []
  }
  if (entries.length > 0) yield entries
}

/** Returns the entries whose rows this database does not have. */
async function withoutKnown({ db }: Deps, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const known = new Set<string>()
  for (const schoolId of new Set(entries.map((entry) => entry.schoolId))) {
    const ids = JSON.stringify(entries.filter((entry) => entry.schoolId === schoolId).map(({ id }) => id))
    const { rows } = await db.tenant(schoolId, (tx) =>
      tx.execute<{ id: string }>(sql`
        with ids as (select value::uuid as id from jsonb_array_elements_text(${ids}::jsonb))
        select i.id from ids i where exists (select from audit_events a where a.school_id = ${schoolId} and a.id = i.id)
          or exists (select from face_forgotten f where f.school_id = ${schoolId} and f.id = i.id)`),
    )
    for (const { id } of rows) known.add(id)
  }
  return entries.filter(({ id }) => !known.has(id))
}

interface Repeat {
  deps: Deps
  mail: MailCtx
  schoolId: string
  nowMs: number
}

type Repeater = (tx: Tx, by: Repeat, entry: JournalEntry) => Promise<unknown>

async function repeatOne(deps: Deps, entry: JournalEntry): Promise<void> {
  const { schoolId, what } = entry
  await deps.db.tenant(schoolId, async (tx) => {
    const school = await readSchool(tx, schoolId)
    const mail: MailCtx = { deps, school, origin: '' }
    await repeaters[what](tx, { deps, mail, schoolId, nowMs: deps.clock.nowMs() }, entry)
  })
}

const repeaters: Record<JournaledAct, Repeater> = {
  'password-set': dropPassword,
  'person-disabled': (tx, by, entry) => setDisabled(tx, by, entry, true),
  'person-enabled': (tx, by, entry) => setDisabled(tx, by, entry, false),
  'person-left': takeOut,
  'person-roles': takeRoles,
  'device-revoked': async (tx, { mail, schoolId, nowMs }, { about }) => {
    await revokeDevice(tx, schoolId, about as DeviceId, nowMs)
    await recordAuditEvent(tx, mail, 'device-revoked', { about, facts: {}, by: null })
  },
  'file-erased': eraseFile,
  'enquiry-erased': (tx, by, { about, code }) =>
    eraseEnquiryJudged(tx, eraserOf(by), about, { cause: causeOf(code), reference: undefined }),
  'student-erased': async (tx, { mail, schoolId }, { about }) => {
    const student = await lockStudentOrErased(tx, schoolId, about)
    if (!(await isUntouched(tx, student))) return
    await eraseUntouched(tx, student)
    await recordAuditEvent(tx, mail, 'student-erased', { about, facts: {}, by: null })
  },
  'face-deleted': deleteFace,
}

/** Makes the password of the copy useless: somebody may know it, and the one chosen since is not known. */
async function dropPassword(tx: Tx, { deps, mail, schoolId, nowMs }: Repeat, { about }: JournalEntry): Promise<void> {
  const id = about as UserId
  const unknown = await deps.passwords.hash(createToken(deps.random).token)
  if (!(await replacePassword(tx, schoolId, id, unknown))) return
  await endEverywhere(tx, schoolId, id, nowMs)
  await recordAuditEvent(tx, mail, 'password-dropped', { about, facts: {}, by: null })
}

async function setDisabled(tx: Tx, by: Repeat, { about }: JournalEntry, isDisabled: boolean): Promise<void> {
  const { mail, schoolId, nowMs } = by
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person || (person.disabledAt !== null) === isDisabled) return
  if (isDisabled) await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, { disabledAt: isDisabled ? toInstant(nowMs) : null })
  await recordAuditEvent(tx, mail, isDisabled ? 'person-disabled' : 'person-enabled', { about, facts: {}, by: null })
}

async function takeOut(tx: Tx, { mail, schoolId, nowMs }: Repeat, { about }: JournalEntry): Promise<void> {
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person) return
  const isFamily = person.roles.includes('family')
  const roles: Role[] = isFamily ? ['family'] : []
  await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, isFamily ? { roles } : { roles, disabledAt: toInstant(nowMs) })
  const facts = { removed: person.roles.filter((role) => role !== 'family').join(' '), count: 0 }
  await recordAuditEvent(tx, mail, 'person-left', { about, facts, by: null })
}

/** Takes away the roles that were taken away; those given since are not given again. */
async function takeRoles(tx: Tx, { mail, schoolId, nowMs }: Repeat, { about, code }: JournalEntry): Promise<void> {
  const taken = new Set((code ?? '').split(' ').filter(isRole))
  const person = await lockStaff(tx, schoolId, about as UserId)
  if (!person?.roles.some((role) => taken.has(role))) return
  await endEverywhere(tx, schoolId, person.id, nowMs)
  await changeStaff(tx, schoolId, person.id, { roles: person.roles.filter((role) => !taken.has(role)) })
  const facts = { added: '', removed: [...taken].join(' ') }
  await recordAuditEvent(tx, mail, 'person-roles', { about, facts, by: null })
}

async function eraseFile(tx: Tx, by: Repeat, { about, code }: JournalEntry): Promise<void> {
  const student = await lockStudentOrErased(tx, by.schoolId, about)
  if (student.erasedAt === null) await erase(tx, eraserOf(by), student, causeOf(code))
}

/** Deletes the face again. Where a withdrawal was the reason, nobody registers another one until the school takes it back. */
async function deleteFace(tx: Tx, { deps, schoolId, nowMs }: Repeat, { about, code }: JournalEntry): Promise<void> {
  const customerId = about as CustomerId
  const ctx = { schoolId, nowMs, random: deps.random, faceKey: deps.faceKey }
  const reason = ForgetReason.parse(code)
  if (reason === 'withdrawn' || reason === 'pupil-no')
    await recordObjection(tx, ctx, { customerId, objects: true }, null)
  await lockPupil(tx, schoolId, customerId)
  await forget(tx, ctx, customerId, reason)
}

const eraserOf = ({ mail, nowMs }: Repeat): Eraser => ({ mail, nowMs, userId: null })

const causeOf = (code: string | undefined) => erasureCauses.find((cause) => cause === code) ?? erasureCauses[0]
