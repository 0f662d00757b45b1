import { sha256Hex } from '#shared/kernel/hash.ts'
import { isCamt, readCamt } from './camt-statement.rules.ts'
import { readCsvStatement } from './csv-statement.rules.ts'
import { isMt940, readMt940 } from './mt940-statement.rules.ts'
import type { Statement, StatementLine, StatementSettings } from './statement.types.ts'

/**
 * Reads a bank statement: CSV or workbook, SWIFT MT940 or CAMT.053, told by its content.
 * @throws SheetRefused; undefined when it is none of them
 */
export function readStatement(bytes: Uint8Array, settings: StatementSettings): Statement | undefined {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 4_000))
  if (isCamt(beginning)) return readCamt(bytes, settings)
  if (isMt940(beginning)) return readMt940(new TextDecoder().decode(bytes), settings)
  return readCsvStatement(bytes, settings)
}

export interface HashedLine extends StatementLine {
  /** The same for the same line in any file of the account; lines of a day that say the same are told apart by their count. */
  readonly hash: string
}

/** Letters and digits alone: formats and people write the rest in different ways. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two names of an account mean the same: "QNB 1" is "qnb-1". */
export const isSameAccount = (one: string, other: string): boolean => bare(one) === bare(other)

/**
 * Gives each line its hash, so that a statement read twice, or two that overlap, has each line once, in whatever format it comes: of
 * account, day, amount, and the bank's reference or else the text.
 */
export function hashLines(account: string, lines: readonly StatementLine[]): readonly HashedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { bookedOn, amount, reference, text } = line
    const said = JSON.stringify([bare(account), bookedOn, amount, bare(reference) || bare(text)])
    const count = (seen.get(said) ?? 0) + 1
    seen.set(said, count)
    return { ...line, hash: sha256Hex(`${said} ${count}`) }
  })
}
