import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { ageRulesOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { isByLink } from '#shared/forms/required-forms.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { forms, formVersions } from './form.table.ts'

/** Lists all published forms, by slug. */
export async function publishedForms(
  tx: Tx,
  schoolId: string,
): Promise<{ slug: string; version: number; title: Bilingual; purpose: FormPurpose }[]> {
  const found = await tx
    .select({ slug: formVersions.slug, version: formVersions.version, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, isPublished)
    .where(eq(forms.schoolId, schoolId))
    .orderBy(forms.slug)
  return found.map(({ slug, version, definition: { title, purpose } }) => ({ slug, version, title, purpose }))
}

/** Lists the forms that a family can answer by an access link. */
export async function formsByLink(tx: Tx, schoolId: string): Promise<{ slug: string; title: Bilingual }[]> {
  const found = await tx
    .select({ slug: formVersions.slug, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, isPublished)
    .where(eq(forms.schoolId, schoolId))
    .orderBy(forms.slug)
  return found.flatMap(({ slug, definition }) => (isByLink(definition) ? { slug, title: definition.title } : []))
}

/** Returns the published forms of one purpose. */
export async function publishedDefinitions(tx: Tx, schoolId: string, purpose: FormPurpose): Promise<FormDefinition[]> {
  const found = await tx
    .select({ definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, isPublished)
    .where(and(eq(forms.schoolId, schoolId), sql`${formVersions.definition}->>'purpose' = ${purpose}`))
    .orderBy(forms.slug)
  return found.map(({ definition }) => definition)
}

/** Joins each form with the version of it that is served. */
export const isPublished = and(
  eq(formVersions.schoolId, forms.schoolId),
  eq(formVersions.slug, forms.slug),
  eq(formVersions.version, forms.publishedVersion),
)

/** Returns the published version of a form; undefined where the school has no such form. */
export async function publishedForm(tx: Tx, schoolId: string, slug: string): Promise<PublishedForm | undefined> {
  const [found] = await tx
    .select({ slug: formVersions.slug, version: formVersions.version, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, isPublished)
    .where(and(eq(forms.schoolId, schoolId), eq(forms.slug, slug)))
  return found
}

/** Returns the published version as it is filled in: with the school's own rules of age where it has set them. */
export async function servedForm(tx: Tx, schoolId: string, slug: string): Promise<PublishedForm | undefined> {
  const form = await publishedForm(tx, schoolId, slug)
  const ages = form && (await ageRulesOf(tx, schoolId))
  return form && ages ? { ...form, definition: { ...form.definition, ages } } : form
}

/** Returns the last published title of these forms, and the definition while published; omits forms never published. */
export async function formsNamed(
  tx: Tx,
  schoolId: string,
  slugs: readonly string[],
): Promise<Map<string, { title: Bilingual; published: FormDefinition | undefined }>> {
  const found = await tx
    .selectDistinctOn([formVersions.slug], {
      slug: formVersions.slug,
      definition: formVersions.definition,
      publishedVersion: forms.publishedVersion,
    })
    .from(formVersions)
    .innerJoin(forms, and(eq(forms.schoolId, formVersions.schoolId), eq(forms.slug, formVersions.slug)))
    .where(and(eq(formVersions.schoolId, schoolId), inArray(formVersions.slug, [...slugs])))
    .orderBy(formVersions.slug, desc(formVersions.version))
  return new Map(
    found.map(({ slug, definition, publishedVersion }) => [
      slug,
      { title: definition.title, published: publishedVersion === null ? undefined : definition },
    ]),
  )
}

/** Returns a form as published under this version. */
export async function formVersion(
  tx: Tx,
  schoolId: string,
  slug: string,
  version: number,
): Promise<FormDefinition | undefined> {
  const [found] = await tx
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.schoolId, schoolId), eq(formVersions.slug, slug), eq(formVersions.version, version)))
  return found?.definition
}

/** Publishes the definition as the form's next version. @returns its number */
export async function publishForm(
  tx: Tx,
  schoolId: string,
  slug: string,
  definition: FormDefinition,
  by: { userId: UserId | null; at: Instant },
): Promise<number> {
  await tx.insert(forms).values({ schoolId, slug, publishedVersion: null }).onConflictDoNothing()
  // Locked, so that two concurrent publications get different numbers.
  const [form] = await tx
    .select({ publishedVersion: forms.publishedVersion })
    .from(forms)
    .where(and(eq(forms.schoolId, schoolId), eq(forms.slug, slug)))
    .for('update')
  const version = (form?.publishedVersion ?? 0) + 1
  await tx
    .insert(formVersions)
    .values({ schoolId, slug, version, definition, publishedAt: by.at, publishedBy: by.userId })
  await tx
    .update(forms)
    .set({ publishedVersion: version, ...(version > 1 && { revision: sql`${forms.revision} + 1` }) })
    .where(and(eq(forms.schoolId, schoolId), eq(forms.slug, slug)))
  return version
}
