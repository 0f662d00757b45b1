import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { createLink, withBeside } from '#server/features/identity/access-links/access-link.service.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormSlug } from '#shared/forms/form.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { criteriaLinks } from './criteria.table.ts'
import { lifeMs } from './link.service.ts'

/** Returns every link to one of these forms made for this student or with their application, the earliest first. */
export const formLinksOf = (
  tx: Tx,
  { schoolId, id, submissionId }: { schoolId: string; id: string; submissionId: string | null },
  slugs: readonly string[],
) => {
  const { slug, studentId, subject, email, handedInAt, revokedAt } = criteriaLinks
  return tx
    .select({ id: criteriaLinks.id, slug, studentId, subject, email, handedInAt, revokedAt })
    .from(criteriaLinks)
    .where(
      and(
        eq(criteriaLinks.schoolId, schoolId),
        inArray(slug, [...slugs]),
        or(eq(studentId, id), submissionId === null ? undefined : eq(criteriaLinks.submissionId, submissionId)),
      ),
    )
    .orderBy(asc(criteriaLinks.askedAt), asc(criteriaLinks.id))
}

interface OfStudent {
  schoolId: string
  id: string
  submissionId: string | null
}

/** Returns every link by which somebody was asked to fill in a form about this student or their application, the earliest first. */
export const criteriaLinksTo = (tx: Tx, { schoolId, id, submissionId }: OfStudent) =>
  tx
    .select()
    .from(criteriaLinks)
    .where(
      and(
        eq(criteriaLinks.schoolId, schoolId),
        or(
          eq(criteriaLinks.studentId, id),
          submissionId === null ? undefined : eq(criteriaLinks.submissionId, submissionId),
        ),
      ),
    )
    .orderBy(asc(criteriaLinks.askedAt), asc(criteriaLinks.id))

/** Creates one more link to a form that waits for its answers; those mailed before go on working, and end with it. @returns the token */
export async function formLinkBeside(
  tx: Tx,
  { schoolId, linkId, random }: { schoolId: string; linkId: string; random: Random },
): Promise<string> {
  const { token, tokenHash } = createToken(random)
  await tx
    .update(criteriaLinks)
    .set({ besideHashes: withBeside(criteriaLinks.besideHashes, tokenHash) })
    .where(and(eq(criteriaLinks.schoolId, schoolId), eq(criteriaLinks.id, linkId), isNull(criteriaLinks.revokedAt)))
  return token
}

export type FormLink = Awaited<ReturnType<typeof formLinksOf>>[number]

interface ImmediateRequest {
  schoolId: string
  slug: FormSlug
  studentId: string
  submissionId: string | null
  subject: string
  email: string
  language: Language
  /** Requester: the author of the offer. */
  askedBy: UserId
  nowMs: number
  random: Random
}

/**
 * Opens a form to a person who already has another link open, without an email. A started form gets a new link, and the earlier
 * one ends. @returns the id and the token of the link
 */
export async function openFormNow(
  tx: Tx,
  { nowMs, random, ...of }: ImmediateRequest,
  begunId: string | undefined,
): Promise<{ id: string; token: string }> {
  const { token, ...issued } = createLink({ random, nowMs }, lifeMs)
  const id = begunId ?? uuidv7(nowMs, random)
  const link = { ...issued, revokedAt: null }
  if (begunId === undefined)
    await tx.insert(criteriaLinks).values({ ...of, ...link, id, answers: {}, askedAt: toInstant(nowMs) })
  else
    await tx
      .update(criteriaLinks)
      .set(link)
      .where(and(eq(criteriaLinks.schoolId, of.schoolId), eq(criteriaLinks.id, id)))
  return { id, token }
}
