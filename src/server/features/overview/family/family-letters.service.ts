import { lettersOf } from '#server/features/letters/issue/letter-list.service.ts'
import type { IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { type LetterKind, offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'

interface FamilyLetterRow {
  id: string
  title: Bilingual
  issuedAt: Instant
  letter: IssuedRow
}

const always: readonly LetterKind[] = [...offerLetters, 'admission-form', 'waiting-list']

/**
 * Returns the valid letters to the family about a child, the newest first. A refusal is among them once the family was told; what is
 * between colleagues, and another guardian's consent, never is.
 */
export async function familyLetters(
  tx: Tx,
  schoolId: string,
  studentId: string,
  stage: FamilyChild['stage'],
): Promise<FamilyLetterRow[]> {
  const kinds: readonly LetterKind[] = stage === 'closed' ? [...always, 'rejection'] : always
  const known = await lettersOf(tx, schoolId, studentId)
  return known
    .filter(({ letter, end, differs }) => end === null && !differs && kinds.includes(letter.kind))
    .map(({ letter }) => ({ id: letter.id, title: titleOf(letter), issuedAt: letter.issuedAt, letter }))
}

/** A letter in both languages has both titles in one line. */
function titleOf({ blocks: { title } }: IssuedRow): Bilingual {
  const parts = title.split(' · ')
  return { en: parts[0] ?? title, ar: parts.at(-1) ?? title }
}
