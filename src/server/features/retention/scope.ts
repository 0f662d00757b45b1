import { type SQL, sql } from 'drizzle-orm'
import { accountToForget } from '#server/features/pos/accounts/close-account.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows, uuidList } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { type AffectedForms, findAffectedEnquiry, findAffectedForms, type Pruned } from './affected-forms.ts'
import type { Child, Of } from './child.types.ts'
import { allContacts, type Contacts, splitContacts } from './contacts.ts'

/** Everything an erasure reaches, found before any of it is touched. */
export interface Scope {
  schoolId: string
  studentId: string
  /** Child's full names and the file's reference, as they may occur in texts. */
  names: readonly string[]
  /** First names, as used in messages to a family. */
  givenNames: readonly string[]
  /** Names used in emails about the child. */
  calledBy: readonly string[]
  /** Guardians' addresses found nowhere else. */
  going: Contacts
  /** All addresses in this file, including those that stay for another child. */
  all: Contacts
  guardiansKept: number
  /** Forms erased as a whole. */
  submissionIds: readonly string[]
  /** Forms about other children too, from which this child's part is removed. */
  pruned: readonly Pruned[]
  personIds: readonly string[]
  /** Account at the tills that was opened for the place and closed with it. */
  accountId: CustomerId | undefined
  requestIds: readonly string[]
  criteriaIds: readonly string[]
  fileIds: readonly string[]
  mailIds: readonly string[]
  /** Operations that brought any of it in. */
  opIds: readonly string[]
}

/** Finds the whole scope. The student is locked. @throws AppError request.not-found */
export async function scopeOf(tx: Tx, of: Of): Promise<Scope> {
  const child = await childOf(tx, of)
  const all = await allContacts(tx, child)
  return whole(tx, child, all, await findAffectedForms(tx, child, all))
}

/** Finds the scope of an enquiry alone: the form, and people named nowhere else. The form is locked. */
export async function enquiryScope(
  tx: Tx,
  { schoolId, id, reference }: { schoolId: string; id: string; reference: string },
): Promise<Scope> {
  const nobody = { personId: null, place: null, names: [], accountId: undefined }
  const child: Child = { schoolId, studentId: id, submissionId: id, reference, ...nobody }
  return whole(tx, child, await allContacts(tx, child), await findAffectedEnquiry(tx, child, id))
}

async function whole(tx: Tx, child: Child, all: Contacts, reached: AffectedForms): Promise<Scope> {
  const { going, guardiansKept } = await splitContacts(tx, child, all, reached.submissionIds)
  const { schoolId, studentId, names, accountId } = child
  const touched = [...reached.submissionIds, ...reached.pruned.map(({ submissionId }) => submissionId)]
  const requests = await requestsAbout(tx, child, reached, touched)
  const requestIds = requests.map(({ id }) => id)
  const acts = await rowsOf<{ id: string }>(
    tx,
    sql`
    select id from consent_acts where school_id = ${schoolId} and request_id = any(${uuidList(requestIds)})`,
  )
  return {
    schoolId,
    studentId,
    names,
    givenNames: names.flatMap((name) => name.trim().split(/\s+/)[0] || []),
    going,
    all,
    guardiansKept,
    ...reached,
    calledBy: [...reached.calledBy, ...requests.map(({ subject }) => subject)],
    accountId,
    requestIds,
    fileIds: await filesOf(tx, child, reached),
    mailIds: await mailsOf(tx, child),
    opIds: [...touched, ...acts.map(({ id }) => id)],
  }
}

interface Params extends Record<string, unknown> {
  id: string
  submissionId: string | null
  subject: string
  isOwn: boolean
}

/** Returns consent requests about this child; those about a pupil whose account continues belong to the pupil. */
async function requestsAbout(
  tx: Tx,
  { schoolId, studentId, names, accountId }: Child,
  { submissionIds }: { submissionIds: readonly string[] },
  touched: readonly string[],
): Promise<Params[]> {
  const account = sql`${accountId ?? null}::uuid`
  const rows = await rowsOf<Params>(
    tx,
    sql`
    select id, submission_id as "submissionId", subject,
      (coalesce(student_id = ${studentId}, false) or coalesce(customer_id = ${account}, false)) as "isOwn"
    from consent_requests
    where school_id = ${schoolId} and (student_id = ${studentId} or customer_id = ${account}
      or (student_id is null and customer_id is null and submission_id = any(${uuidList(touched)})))`,
  )
  const isAbout = (subject: string) => names.some((name) => foldText(name).startsWith(foldText(subject)))
  const ofWhole = new Set(submissionIds)
  return rows.filter(({ isOwn, submissionId, subject }) => isOwn || ofWhole.has(submissionId ?? '') || isAbout(subject))
}

async function childOf(tx: Tx, { schoolId, studentId }: Of): Promise<Child> {
  const [row] = await rowsOf<
    Omit<Child, 'names' | 'accountId' | keyof Of> & { latin: string | null; arabic: string | null }
  >(
    tx,
    sql`
    select submission_id as "submissionId", person_id as "personId", place, reference, name_latin as latin,
      name_arabic as arabic
    from students where school_id = ${schoolId} and id = ${studentId}`,
  )
  if (!row) throw new AppError('request.not-found')
  const { latin, arabic, ...child } = row
  return {
    schoolId,
    studentId,
    ...child,
    accountId: await accountToForget(tx, schoolId, studentId),
    names: [latin, arabic].filter((name) => name !== null && name !== '') as string[],
  }
}

/** Returns documents, scans and files of forms; a document also of a sibling stays with the sibling. */
async function filesOf(
  tx: Tx,
  { schoolId, studentId }: Of,
  reached: { submissionIds: readonly string[]; pruned: readonly Pruned[] },
) {
  const paths = reached.pruned.flatMap(({ submissionId, prefix }) => (prefix ? [{ submissionId, prefix }] : []))
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`
    select d.id from documents d where d.school_id = ${schoolId} and d.student_id = ${studentId} and not exists (
      select 1 from documents o where o.school_id = ${schoolId} and o.id = d.id and o.student_id <> d.student_id)
    union select id from offer_scans where school_id = ${schoolId} and student_id = ${studentId}
    union select id from submission_files where school_id = ${schoolId}
      and submission_id = any(${uuidList(reached.submissionIds)})
    union select f.id from submission_files f
      join jsonb_to_recordset(${jsonRows(paths)}) as p("submissionId" uuid, prefix text)
        on p."submissionId" = f.submission_id and starts_with(f.path, p.prefix)
      where f.school_id = ${schoolId}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns emails about this child alone. */
async function mailsOf(tx: Tx, { schoolId, studentId }: Of): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`
    select id::text from mails where school_id = ${schoolId} and student_id = ${studentId}
    union select r.value->>'mailId' as id from student_messages m, jsonb_array_elements(m.recipients) r
    where m.school_id = ${schoolId} and m.student_id = ${studentId} and r.value->>'mailId' is not null
    union select mail_id::text from many_recipients
    where school_id = ${schoolId} and student_ids = ${uuidList([studentId])} and mail_id is not null`,
  )
  return rows.map(({ id }) => id)
}

async function rowsOf<Row extends Record<string, unknown>>(tx: Tx, query: SQL): Promise<Row[]> {
  return (await tx.execute<Row>(query)).rows
}
