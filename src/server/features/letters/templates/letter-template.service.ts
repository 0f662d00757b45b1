import { and, count, desc, eq, max } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { issuedLetters } from '../issue/letter.table.ts'
import { defaultLetters } from './default-letters.service.ts'
import { letterTemplates } from './letter-template.table.ts'

/** Version of a letter's template; 0 is the default. */
export interface TemplateVersion {
  version: number
  template: LetterTemplate
}

interface Named {
  schoolId: string
  name: LetterKind
}

const ofName = ({ schoolId, name }: Named) =>
  and(eq(letterTemplates.schoolId, schoolId), eq(letterTemplates.name, name))
const content = { version: letterTemplates.version, template: letterTemplates.template }

/** Returns the currently issued template. */
export async function currentTemplate(tx: Tx, schoolId: string, name: LetterKind): Promise<TemplateVersion> {
  const of = ofName({ schoolId, name })
  const [row] = await tx.select(content).from(letterTemplates).where(of).orderBy(desc(letterTemplates.version)).limit(1)
  return row ?? { version: 0, template: defaultLetters[name] }
}

/** Returns a version as published; undefined where there is none. */
export async function templateVersion(tx: Tx, of: Named, version: number): Promise<TemplateVersion | undefined> {
  if (version === 0) return { version, template: defaultLetters[of.name] }
  const [row] = await tx
    .select(content)
    .from(letterTemplates)
    .where(and(ofName(of), eq(letterTemplates.version, version)))
  return row
}

/**
 * Returns the template with which something was first issued, so that a text to be signed does not change; the current one where
 * nothing was issued yet.
 */
export async function templateOfSource(tx: Tx, { schoolId, name }: Named, sourceId: string): Promise<TemplateVersion> {
  const [issued] = await tx
    .select({ version: issuedLetters.templateVersion })
    .from(issuedLetters)
    .where(
      and(eq(issuedLetters.schoolId, schoolId), eq(issuedLetters.sourceId, sourceId), eq(issuedLetters.kind, name)),
    )
    .orderBy(desc(issuedLetters.version))
    .limit(1)
  const found = issued && (await templateVersion(tx, { schoolId, name }, issued.version))
  return found ?? currentTemplate(tx, schoolId, name)
}

type Published = Pick<typeof letterTemplates.$inferSelect, 'name' | 'version' | 'publishedAt' | 'publishedBy'>
const actionView = {
  name: letterTemplates.name,
  version: letterTemplates.version,
  publishedAt: letterTemplates.publishedAt,
  publishedBy: letterTemplates.publishedBy,
}

/** Returns everything that a school has published, the newest first. */
export const publishedTemplates = (tx: Tx, schoolId: string): Promise<Published[]> =>
  tx
    .select(actionView)
    .from(letterTemplates)
    .where(eq(letterTemplates.schoolId, schoolId))
    .orderBy(desc(letterTemplates.version))

/** Counts the letters issued of each version. */
export async function lettersByVersion(tx: Tx, { schoolId, name }: Named): Promise<Map<number, number>> {
  const rows = await tx
    .select({ version: issuedLetters.templateVersion, letters: count() })
    .from(issuedLetters)
    .where(and(eq(issuedLetters.schoolId, schoolId), eq(issuedLetters.kind, name)))
    .groupBy(issuedLetters.templateVersion)
  return new Map(rows.map(({ version, letters }) => [version, letters]))
}

/** Stores the next version, issued afterwards. The caller holds the lock of its working copy. @returns its number */
export async function addTemplate(
  tx: Tx,
  of: Named,
  template: LetterTemplate,
  by: { userId: UserId; at: Instant },
): Promise<number> {
  const [last] = await tx
    .select({ version: max(letterTemplates.version) })
    .from(letterTemplates)
    .where(ofName(of))
  const version = (last?.version ?? 0) + 1
  const { schoolId, name } = of
  await tx
    .insert(letterTemplates)
    .values({ schoolId, name, version, template, publishedAt: by.at, publishedBy: by.userId })
  return version
}

/** Removes empty columns: fee rows have an amount and no due date. */
export const withoutEmptyColumns = (template: LetterTemplate): LetterTemplate => ({
  ...template,
  blocks: template.blocks.map((block) =>
    block.kind === 'table' && 'each' in block.rows && block.rows.each === 'offer.fees'
      ? { ...block, head: { ...block.head, values: block.head.values.slice(0, 1) } }
      : block,
  ),
})
