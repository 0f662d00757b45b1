import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { IssuedLetter } from '#shared/letters/issued-letter.contract.ts'
import type { KnownLetter } from './letter-list.service.ts'

/** Returns a letter for staff: its content is in its document. */
export function issuedLetter(
  { letter, print, end, differs }: KnownLetter,
  people: ReadonlyMap<UserId, Person>,
): z.input<typeof IssuedLetter> {
  const { id, kind, version, issuedAt, issuedBy, blocks } = letter
  const by = issuedBy && people.get(issuedBy)
  return {
    id,
    kind,
    version,
    languages: [...blocks.languages],
    issuedAt,
    by: issuedBy && by ? { userId: issuedBy, name: by.name } : null,
    standing: end?.standing ?? 'valid',
    endedAt: end?.at ?? null,
    sha256: print?.sha256 ?? null,
    differs,
    missingGlyphs: print?.missingGlyphs ?? [],
    withoutLogo: print?.withoutLogo ?? false,
  }
}
