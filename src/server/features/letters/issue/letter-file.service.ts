import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { IssuedRow } from './issue-letter.service.ts'
import { type PrintCtx, printLetter } from './print-letter.service.ts'

/** Returns a letter to save: named by its kind and reference, never by the child's name. @throws AppError like `printLetter` */
export async function letterFile(ctx: PrintCtx, letter: IssuedRow, language: Language): Promise<FileReply> {
  const bytes = await printLetter(ctx, letter)
  return { name: `${letterName(letter, language)}.pdf`, kind: 'pdf', bytes }
}

/** Returns the file name without extension. */
export function letterName({ blocks, version }: IssuedRow, language: Language): string {
  const titles = blocks.title.split(' · ')
  const title = (language === 'ar' ? titles.at(-1) : titles[0]) ?? ''
  return [title, blocks.reference, version > 1 ? `(${version})` : ''].filter((part) => part !== '').join(' ')
}
