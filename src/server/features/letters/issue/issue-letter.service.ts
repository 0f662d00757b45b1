import { and, eq, max, notExists } from 'drizzle-orm'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { letterEdition } from '#server/kernel/editions.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { LetterKind, LetterTopic } from '#shared/letters/letter-kinds.rules.ts'
import type { Resolved } from '#shared/letters/letter-resolve.types.ts'
import { logoVersion } from '../templates/letter-logo.service.ts'
import { issuedLetters, letterEnds } from './letter.table.ts'
import { makeLetterCode } from './letter-code.rules.ts'
import { verificationOf } from './letter-verification.service.ts'

export type IssuedRow = typeof issuedLetters.$inferSelect

/** Subject of a letter; a newer letter about it supersedes the earlier one. */
export interface LetterSubject {
  topic: LetterTopic
  subjectId: string
}

/** Author of a letter. */
export interface IssueBy {
  /** `origin`: the school's own address, which stands on the letter. */
  mail: MailCtx
  nowMs: number
  /** Null for a family or the clock. */
  userId: UserId | null
}

interface Params extends LetterSubject {
  kind: LetterKind
  studentId: string | null
  sourceId: string | null
  /** Version of the school's template for this kind of letter. */
  templateVersion: number
  /** Both by default. */
  languages?: ResolvedLetter['languages']
  /** Fills the letter in with the text on how to verify it. */
  fill: (verification: ResolvedLetter['verification']) => Resolved
}

/**
 * Issues a letter in the transaction of its cause: both or neither. Its content is frozen here; the document is made from it on
 * first request (`printLetter`). The earlier letter about the same subject is superseded. Where that has identical text nothing
 * is issued. The caller holds the lock of the subject.
 * @throws AppError letter.incomplete naming what is missing
 */
export async function issueLetter(tx: Tx, by: IssueBy, asked: Params): Promise<IssuedRow> {
  const { deps, school, origin } = by.mail
  const { schoolId } = school
  const code = makeLetterCode(deps.random.bytes(referenceBytes))
  const { letter, missing } = asked.fill(verificationOf(code, origin, asked.languages ?? ['en', 'ar']))
  if (missing.length > 0) throw new AppError('letter.incomplete', { field: missing.join(' ') })
  const [before] = await activeLetters(tx, schoolId, asked)
  if (before?.kind === asked.kind && saysTheSame(before.blocks, letter)) return before
  if (before) await endLetters(tx, by, asked, 'superseded')
  const { kind, topic, subjectId, studentId, sourceId, templateVersion } = asked
  const [issued] = await tx
    .insert(issuedLetters)
    .values({
      schoolId,
      id: uuidv7(by.nowMs, deps.random),
      kind,
      topic,
      subjectId,
      version: (await lastVersion(tx, schoolId, asked)) + 1,
      studentId,
      sourceId,
      ...(await keptLogo(tx, schoolId, letter)),
      templateVersion,
      edition: letterEdition,
      codeHash: sha256Hex(code),
      issuedAt: toInstant(by.nowMs),
      issuedBy: by.userId,
    })
    .returning()
  if (!issued) throw new Error('a letter was not stored')
  return issued
}

/** Returns the valid letters of a subject: one at most. */
export const activeLetters = (tx: Tx, schoolId: string, { topic, subjectId }: LetterSubject): Promise<IssuedRow[]> =>
  tx
    .select()
    .from(issuedLetters)
    .where(
      and(
        eq(issuedLetters.schoolId, schoolId),
        eq(issuedLetters.topic, topic),
        eq(issuedLetters.subjectId, subjectId),
        notExists(
          tx
            .select({ id: letterEnds.letterId })
            .from(letterEnds)
            .where(and(eq(letterEnds.schoolId, schoolId), eq(letterEnds.letterId, issuedLetters.id))),
        ),
      ),
    )

/** Ends the validity of all letters about a subject. */
export async function endLetters(
  tx: Tx,
  by: Pick<IssueBy, 'nowMs' | 'userId'> & { mail: Pick<MailCtx, 'school'> },
  subject: LetterSubject,
  standing: 'superseded' | 'withdrawn',
): Promise<void> {
  const { schoolId } = by.mail.school
  const ended = (await activeLetters(tx, schoolId, subject)).map(({ id: letterId }) => ({
    schoolId,
    letterId,
    standing,
    at: toInstant(by.nowMs),
    byUser: by.userId,
  }))
  if (ended.length > 0) await tx.insert(letterEnds).values(ended).onConflictDoNothing()
}

async function lastVersion(tx: Tx, schoolId: string, { topic, subjectId }: LetterSubject): Promise<number> {
  const [last] = await tx
    .select({ version: max(issuedLetters.version) })
    .from(issuedLetters)
    .where(
      and(eq(issuedLetters.schoolId, schoolId), eq(issuedLetters.topic, topic), eq(issuedLetters.subjectId, subjectId)),
    )
  return last?.version ?? 0
}

/** Drops a logo that the school stores once, instead of in each letter. */
export async function keptLogo(
  tx: Tx,
  schoolId: string,
  letter: ResolvedLetter,
): Promise<Pick<IssuedRow, 'blocks' | 'logoVersion'>> {
  const { letterhead } = letter
  if (letterhead?.logo?.format !== 'png') return { blocks: letter, logoVersion: null }
  const version = await logoVersion(tx, schoolId, fromBase64(letterhead.logo.data))
  return { blocks: { ...letter, letterhead: { ...letterhead, logo: null } }, logoVersion: version }
}

/** A new logo alone makes no new letter. */
const saysTheSame = (one: ResolvedLetter, other: ResolvedLetter): boolean => wordsOf(one) === wordsOf(other)

const wordsOf = (letter: ResolvedLetter): string =>
  canonicalJson({
    ...letter,
    verification: null,
    letterhead: letter.letterhead && { ...letter.letterhead, logo: null },
  })
