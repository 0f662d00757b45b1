import { type Zippable, zipSync } from 'fflate'
import type { IssuedRow } from '#server/features/letter/issue-letter.service.ts'
import { letterName } from '#server/features/letter/letter-file.service.ts'
import { printLetters } from '#server/features/letter/print-letter.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { FileReply } from '#shared/contract/endpoint.ts'

/** Letters whose paper is made at the same time; the typesetter has a limit of its own. */
const atOnce = 20

/**
 * The papers of letters in one file, in their order, each by its number, its title and its reference. A PDF is packed already,
 * so that nothing is pressed again, and the same letters give the same file. @throws AppError letter.not-made, letter.differs
 */
export async function zipOfLetters(ctx: SessionCtx, letters: readonly IssuedRow[]): Promise<FileReply> {
  const { language } = ctx.school
  const files: Zippable = {}
  for (let from = 0; from < letters.length; from += atOnce) {
    const some = letters.slice(from, from + atOnce)
    const papers = await printLetters(ctx, some)
    for (const [no, letter] of some.entries()) {
      const position = String(from + no + 1).padStart(4, '0')
      const paper = papers[no]
      if (paper) files[`${position} ${letterName(letter, language)}.pdf`] = paper
    }
  }
  const [first] = letters
  const name = first ? letterName(first, language).replace(first.blocks.reference, '').trim() : 'letters'
  return { name: `${name} ${letters.length}.zip`, kind: 'zip', bytes: zipSync(files, { level: 0, mtime: fixedTime }) }
}

/** A file of that kind has a day in any case; this one says nothing. */
const fixedTime = '2000-01-01T00:00:00Z'
