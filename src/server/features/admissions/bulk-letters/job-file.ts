import { type Zippable, zipSync } from 'fflate'
import type { z } from 'zod'
import type { IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterName } from '#server/features/letters/issue/letter-file.service.ts'
import { type PrintCtx, tryLetters } from '#server/features/letters/issue/print-letter.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { letterJobFile } from '#shared/admissions/letter-job.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { PdfJoin } from './pdf/join-pdfs.ts'

/** How far the papers of a file are. */
export interface Making {
  done: number
  total: number
}

export interface FileWanted extends Omit<z.output<typeof letterJobFile.body>, 'id'> {
  /** Counted on as papers are made. */
  making: Making
}

/** Whoever wants the file; no transaction of theirs is open. */
type FileCtx = PrintCtx & { school: Pick<SessionCtx['school'], 'language'> }

/** Letters whose paper is made at the same time; the typesetter has a limit of its own. */
const atOnce = 20
/** References that a refusal names. */
const mostNamed = 50

/** What papers are put into, one by one. */
interface Cover {
  kind: 'zip' | 'pdf'
  add(letter: IssuedRow, paper: Uint8Array): void
  end(): Uint8Array<ArrayBuffer>
}

/**
 * The papers of letters in one file, in their order. They are those that were issued, whose hashes are kept: into the file go
 * their own pages. @throws AppError letter.not-made, letter.differs with the references of all that can't be made
 */
export async function fileOfLetters(
  ctx: FileCtx,
  letters: readonly IssuedRow[],
  { as, leavesOut, making }: FileWanted,
): Promise<FileReply> {
  const { language } = ctx.school
  const [first] = letters
  const title = first ? letterName(first, language).replace(first.blocks.reference, '').trim() : ''
  const cover =
    as === 'zip' ? zipCover(ctx) : printCover(ctx, as === 'print-both-sides', `${title} (${letters.length})`)
  const failed: { reference: string; error: AppError }[] = []
  for (let from = 0; from < letters.length; from += atOnce) {
    const some = letters.slice(from, from + atOnce)
    const papers = await tryLetters(ctx, some)
    for (const [no, letter] of some.entries()) {
      const paper = papers[no]
      if (paper instanceof AppError) failed.push({ reference: letter.blocks.reference, error: paper })
      else if (paper) cover.add(letter, paper)
    }
    making.done += some.length
  }
  const [problem] = failed
  if (problem && (!leavesOut || failed.length === letters.length)) {
    const named = failed.slice(0, mostNamed).map(({ reference }) => reference)
    throw new AppError(problem.error.messageId, { field: named.join(' '), cause: problem.error })
  }
  return { name: `${title} ${letters.length - failed.length}.${cover.kind}`, kind: cover.kind, bytes: cover.end() }
}

/** A file of that kind has a day in any case; this one says nothing. */
const fixedTime = '2000-01-01T00:00:00Z'

/** Each by its number, its title and its reference. A PDF is packed already, so that nothing is pressed again. */
function zipCover({ school: { language } }: FileCtx): Cover {
  const files: Zippable = {}
  return {
    kind: 'zip',
    add: (letter, paper) => {
      const position = String(Object.keys(files).length + 1).padStart(4, '0')
      files[`${position} ${letterName(letter, language)}.pdf`] = paper
    },
    end: () => Uint8Array.from(zipSync(files, { level: 0, mtime: fixedTime })),
  }
}

/** All pages in one, each letter by its name in the list of contents. */
function printCover({ school: { language } }: FileCtx, isTwoSided: boolean, title: string): Cover {
  const join = new PdfJoin({ isTwoSided })
  return {
    kind: 'pdf',
    add: (letter, paper) => join.add(paper, letterName(letter, language)),
    end: () => join.end(title),
  }
}
