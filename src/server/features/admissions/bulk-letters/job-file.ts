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

/** Progress of a file's documents. */
export interface Making {
  done: number
  total: number
}

export interface FileWanted extends Omit<z.output<typeof letterJobFile.body>, 'id'> {
  /** Updated as documents are made. */
  making: Making
}

/** Context of a file request; no transaction of the caller is open. */
type FileCtx = PrintCtx & { school: Pick<SessionCtx['school'], 'language'> }

/** Letters typeset concurrently; the typesetter has its own limit. */
const atOnce = 20
/** Limit of references named in a refusal. */
const maxNamed = 50

/** Container for documents, filled one by one. */
interface Cover {
  kind: 'zip' | 'pdf'
  add(letter: IssuedRow, paper: Uint8Array): void
  end(): Uint8Array<ArrayBuffer>
}

/**
 * Combines the documents of letters in one file, in order: the issued pages themselves, whose hashes are stored. @throws AppError
 * letter.not-made, letter.differs with the references of all that cannot be made
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
    const named = failed.slice(0, maxNamed).map(({ reference }) => reference)
    throw new AppError(problem.error.messageId, { field: named.join(' '), cause: problem.error })
  }
  return { name: `${title} ${letters.length - failed.length}.${cover.kind}`, kind: cover.kind, bytes: cover.end() }
}

/** A ZIP entry needs a date; this one carries no information. */
const fixedTime = '2000-01-01T00:00:00Z'

/** Creates a ZIP of PDFs, named by number, title and reference. PDFs are compressed already, so entries are stored. */
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

/** Creates one PDF of all pages, with each letter's name in the outline. */
function printCover({ school: { language } }: FileCtx, isTwoSided: boolean, title: string): Cover {
  const join = new PdfJoin({ isTwoSided })
  return {
    kind: 'pdf',
    add: (letter, paper) => join.add(paper, letterName(letter, language)),
    end: () => join.end(title),
  }
}
