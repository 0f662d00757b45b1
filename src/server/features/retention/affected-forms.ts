import { sql } from 'drizzle-orm'
import { formVersion } from '#server/features/forms/form.service.ts'
import { oneWith } from '#server/features/forms/people/person-decision.service.ts'
import { namesIn, submissionText } from '#server/features/forms/submissions/submission-search.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { Child } from './child.types.ts'
import { type Contacts, wordList } from './contacts.ts'

/** Form that stays for another child, with its remaining answers. */
export interface Pruned {
  submissionId: string
  answers: Answers
  searchText: string
  /** Path prefix of this child's files. */
  prefix: string | null
}

/** Forms reached by an erasure, with the people in them. */
export interface AffectedForms {
  submissionIds: string[]
  pruned: Pruned[]
  personIds: string[]
  /** Names of this child in emails, besides its full names. */
  calledBy: string[]
  /** Criteria forms a link was emailed for; once submitted they are submissions of the same id. */
  criteriaIds: string[]
}

interface Found extends Record<string, unknown> {
  id: string
  slug: string
  version: number
  reference: string
  answers: Answers
}

interface Named extends Record<string, unknown> {
  id: string
  submissionId: string
  kind: 'pupil' | 'adult'
  names: string[]
}

/**
 * Finds forms about this child: its application, submissions merged with it by staff, and the same family's enquiries about a
 * child of the same name. A form that is also about other children stays for them; an enquiry about another child alone is not
 * reached.
 */
export async function findAffectedForms(tx: Tx, child: Child, all: Contacts): Promise<AffectedForms> {
  const { schoolId, personId, submissionId } = child
  const own = personId === null ? [] : (await oneWith(tx, schoolId, personId)).all
  const people = await familyPeople(tx, child, all, own)
  const folded = new Set(child.names.map(foldText))
  const isChild = (person: Named) => own.includes(person.id) || person.names.some((name) => folded.has(foldText(name)))
  const reached: AffectedForms = {
    submissionIds: [],
    pruned: [],
    personIds: personId === null ? [] : [personId],
    criteriaIds: [],
    calledBy: [],
  }
  for (const [id, named] of Map.groupBy(people, (person) => person.submissionId)) {
    if (id === submissionId) continue
    const pupils = named.filter(({ kind }) => kind === 'pupil')
    if (pupils.length > 0 && !pupils.some(isChild)) continue
    const others = pupils.filter((person) => !isChild(person))
    await reach(tx, child, reached, {
      id,
      isWhole: others.length === 0,
      gone: named.filter((person) => !others.includes(person)),
    })
  }
  if (submissionId !== null) {
    const isShared = await hasSiblings(tx, child)
    const gone = isShared ? [] : people.filter((person) => person.submissionId === submissionId)
    await reach(tx, child, reached, { id: submissionId, isWhole: !isShared, gone })
  }
  await reachCriteria(tx, child, reached)
  return { ...reached, personIds: [...new Set(reached.personIds)] }
}

/** Reaches an enquiry as a whole: its subject has no file, or the file continues without it. */
export async function findAffectedEnquiry(tx: Tx, child: Child, id: string): Promise<AffectedForms> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from persons where school_id = ${child.schoolId} and submission_id = ${id}`)
  const personIds = rows.map((person) => person.id)
  const reached: AffectedForms = { submissionIds: [id], pruned: [], personIds, criteriaIds: [], calledBy: [] }
  await reachCriteria(tx, child, reached)
  return reached
}

async function reach(
  tx: Tx,
  child: Child,
  reached: AffectedForms,
  { id, isWhole, gone }: { id: string; isWhole: boolean; gone: readonly Named[] },
): Promise<void> {
  reached.personIds.push(...gone.map((person) => person.id))
  if (isWhole) reached.submissionIds.push(id)
  else reached.pruned.push(...(await pruneForm(tx, child, id)))
}

/** Returns everyone named in this family's forms, except in other children's applications. */
async function familyPeople(
  tx: Tx,
  { schoolId, studentId, submissionId }: Child,
  all: Contacts,
  own: readonly string[],
) {
  const { rows } = await tx.execute<Named>(sql`
    select p.id, p.submission_id as "submissionId", p.kind, p.names from persons p
    where p.school_id = ${schoolId} and p.submission_id in (
        select f.submission_id from persons f where f.school_id = ${schoolId} and (f.submission_id = ${submissionId}::uuid
          or f.id = any(${uuidList(own)}) or lower(f.email) in ${wordList(all.emails)} or f.phone in ${wordList(all.phones)}))
      and not exists (select 1 from students s where s.school_id = ${schoolId} and s.submission_id = p.submission_id
        and s.id <> ${studentId} and s.submission_id is distinct from ${submissionId}::uuid and s.erased_at is null)`)
  return rows
}

async function hasSiblings(tx: Tx, { schoolId, studentId, submissionId }: Child): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from students where school_id = ${schoolId} and submission_id = ${submissionId} and id <> ${studentId}
      and erased_at is null limit 1`)
  return rows.length > 0
}

/** Removes this child's row from a form; the others keep their positions. */
async function pruneForm(tx: Tx, child: Child, id: string): Promise<Pruned[]> {
  const { rows } = await tx.execute<Found>(sql`
    select id, slug, version, reference, answers from submissions where school_id = ${child.schoolId} and id = ${id}`)
  const [form] = rows
  const definition = form && (await formVersion(tx, child.schoolId, form.slug, form.version))
  const subject = definition?.subject
  const block = subject?.block
  const list = block === undefined ? undefined : form?.answers[block]
  if (!form || !definition || !subject || block === undefined || !Array.isArray(list)) return []
  const folded = new Set(child.names.map(foldText))
  const isOwn = (row: Answers, place: number) =>
    id === child.submissionId
      ? place === child.place
      : [subject.name, subject.otherName].some((key) => {
          const name = key === undefined ? undefined : row[key]
          return typeof name === 'string' && folded.has(foldText(name))
        })
  const place = (list as Answers[]).findIndex(isOwn)
  const left = (list as Answers[]).map((row, at) => (at === place ? {} : row))
  const answers = { ...form.answers, [block]: left }
  const searchText = submissionText(form.reference, namesIn(definition, answers))
  return [{ submissionId: id, answers, searchText, prefix: place < 0 ? null : `${block}.${place}.` }]
}

/** Reaches criteria forms requested by email; of a shared application only those that name this child. */
async function reachCriteria(tx: Tx, { schoolId, studentId, names }: Child, reached: AffectedForms): Promise<void> {
  const shared = reached.pruned.map(({ submissionId }) => submissionId)
  const { rows } = await tx.execute<{ id: string; subject: string; isOwn: boolean }>(sql`
    select id, subject, coalesce(student_id = ${studentId}, false)
      or coalesce(submission_id = any(${uuidList(reached.submissionIds)}), false) as "isOwn" from criteria_links
    where school_id = ${schoolId} and (student_id = ${studentId} or (student_id is null
      and submission_id = any(${uuidList([...reached.submissionIds, ...shared])})))`)
  const about = rows.filter(
    ({ isOwn, subject }) => isOwn || names.some((name) => foldText(name).startsWith(foldText(subject))),
  )
  const found = about.map(({ id }) => id)
  reached.calledBy.push(...about.map(({ subject }) => subject))
  reached.criteriaIds.push(...found)
  const handedIn = await tx.execute<{ id: string }>(sql`
    select id from submissions where school_id = ${schoolId} and id = any(${uuidList(found)})`)
  const people = await tx.execute<{ id: string }>(sql`
    select id from persons where school_id = ${schoolId} and submission_id = any(${uuidList(found)})`)
  reached.submissionIds.push(...handedIn.rows.map(({ id }) => id))
  reached.personIds.push(...people.rows.map(({ id }) => id))
}
