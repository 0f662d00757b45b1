import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { createLink } from '#server/features/identity/access-links/access-link.service.ts'
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
