import { and, desc, eq, sql } from 'drizzle-orm'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { countStartedForms } from '../criteria/started-forms.service.ts'
import { allDrafts } from '../drafts/all-drafts.service.ts'
import { forms, formVersions, submissions } from '../form.table.ts'
import { formEdits } from './form-edit.table.ts'

type People = Map<UserId, Person>

/** Numbers of drafts and submissions, by form and version. */
interface Count {
  slug: string
  version: number
  drafts: number
  submissions: number
}

async function countsOf(tx: Tx, schoolId: string, now: Instant, slug?: string): Promise<Count[]> {
  const kept = allDrafts(tx, schoolId, now)
  const drafts = await tx
    .select({ slug: kept.slug, version: kept.version, drafts: sql<number>`count(distinct ${kept.id})::int` })
    .from(kept)
    .where(slug ? eq(kept.slug, slug) : undefined)
    .groupBy(kept.slug, kept.version)
  const handedIn = await tx
    .select({ slug: submissions.slug, version: submissions.version, submissions: sql<number>`count(*)::int` })
    .from(submissions)
    .where(and(eq(submissions.schoolId, schoolId), slug ? eq(submissions.slug, slug) : undefined))
    .groupBy(submissions.slug, submissions.version)
  const begun = (await countStartedForms(tx, schoolId, now)).filter((each) => slug === undefined || each.slug === slug)
  return [
    ...[...drafts, ...begun].map((each) => ({ ...each, submissions: 0 })),
    ...handedIn.map((each) => ({ ...each, drafts: 0 })),
  ]
}

const sumOf = (counts: readonly Count[], what: 'drafts' | 'submissions') =>
  counts.reduce((sum, each) => sum + each[what], 0)

const titleIn = (definition: typeof formVersions.definition | typeof formEdits.definition) =>
  sql<Bilingual | null>`${definition} -> 'title'`
const purposeIn = (definition: typeof formVersions.definition | typeof formEdits.definition) =>
  sql<FormPurpose | null>`${definition} ->> 'purpose'`

/** Lists every form of a school with its figures, without definitions. */
export async function listForms(tx: Tx, schoolId: string, now: Instant) {
  const found = await tx
    .select({
      slug: forms.slug,
      version: forms.publishedVersion,
      title: titleIn(formVersions.definition),
      purpose: purposeIn(formVersions.definition),
      publishedAt: formVersions.publishedAt,
      publishedBy: formVersions.publishedBy,
      newTitle: titleIn(formEdits.definition),
      newPurpose: purposeIn(formEdits.definition),
      editedAt: formEdits.updatedAt,
      editedBy: formEdits.updatedBy,
    })
    .from(forms)
    .leftJoin(
      formVersions,
      and(
        eq(formVersions.schoolId, forms.schoolId),
        eq(formVersions.slug, forms.slug),
        eq(formVersions.version, forms.publishedVersion),
      ),
    )
    .leftJoin(formEdits, and(eq(formEdits.schoolId, forms.schoolId), eq(formEdits.slug, forms.slug)))
    .where(eq(forms.schoolId, schoolId))
    .orderBy(forms.slug)
  const counts = await countsOf(tx, schoolId, now)
  const people = await peopleOf(
    tx,
    schoolId,
    found.flatMap(({ publishedBy, editedBy }) => [publishedBy, editedBy]),
  )
  return found.map((row) => {
    const own = counts.filter(({ slug }) => slug === row.slug)
    return { ...row, people, drafts: sumOf(own, 'drafts'), submissions: sumOf(own, 'submissions') }
  })
}

export const peopleOf = (tx: Tx, schoolId: string, ids: readonly (UserId | null | undefined)[]): Promise<People> =>
  findPeople(
    tx,
    schoolId,
    ids.filter((id) => id !== null && id !== undefined),
  )

/** Lists every version of a form, newest first. */
export async function listVersions(tx: Tx, schoolId: string, slug: string, now: Instant) {
  const found = await tx
    .select({
      version: formVersions.version,
      publishedAt: formVersions.publishedAt,
      publishedBy: formVersions.publishedBy,
    })
    .from(formVersions)
    .where(and(eq(formVersions.schoolId, schoolId), eq(formVersions.slug, slug)))
    .orderBy(desc(formVersions.version))
  const counts = await countsOf(tx, schoolId, now, slug)
  const people = await peopleOf(
    tx,
    schoolId,
    found.map(({ publishedBy }) => publishedBy),
  )
  return found.map((row) => {
    const own = counts.filter(({ version }) => version === row.version)
    return { ...row, people, drafts: sumOf(own, 'drafts'), submissions: sumOf(own, 'submissions') }
  })
}
