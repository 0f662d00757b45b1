import { sha256Hex } from '#shared/kernel/hash.ts'
import { negate } from '#shared/kernel/money.ts'
import { isCamt, readCamt } from './camt-statement.rules.ts'
import { readCsvStatement } from './csv-statement.rules.ts'
import { mt940Amount, statementDay, statementText } from './statement-values.rules.ts'
import {
  maxStatementText,
  type Statement,
  type StatementFault,
  type StatementLine,
  type StatementSettings,
} from './statement.types.ts'

/** Date, date of entry, credit or debit (R: reversed), funds code, amount, type, the owner's reference, the bank's reference. */
const lineForm =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([NSF][A-Z0-9]{3})([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?/

interface Field {
  readonly tag: string
  readonly value: string
  readonly line: number
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; value: string; line: number }[] = []
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const begin = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    const last = fields.at(-1)
    if (begin) fields.push({ tag: begin[1] ?? '', value: begin[2] ?? '', line: at + 1 })
    else if (last && !/^[-{}]/.test(line)) last.value += `\n${line}`
  }
  return fields
}

/** Returns whether a file is a SWIFT MT940: it has an opening balance. */
export const isMt940 = (text: string): boolean => /^:60[FM]:/m.test(text)

/** Reads every line of a SWIFT MT940, of one statement or several; a statement in another currency is a fault of each of its lines. */
export function readMt940(text: string, { currency }: StatementSettings): Statement {
  const lines: StatementLine[] = []
  const faults: { line: number; fault: StatementFault }[] = []
  let isOther = false
  const fields = fieldsOf(text)
  for (const [at, { tag, value, line }] of fields.entries()) {
    if (tag === '60F' || tag === '60M') isOther = value.slice(7, 10) !== currency
    if (tag !== '61') continue
    const next = fields[at + 1]
    const read = isOther ? 'currency' : readLine(value, next?.tag === '86' ? next.value : '', { currency })
    if (typeof read === 'string') faults.push({ line, fault: read })
    else lines.push(read)
  }
  return { format: 'mt940', lines, faults }
}

function readLine(value: string, details: string, { currency }: StatementSettings): StatementLine | StatementFault {
  const match = lineForm.exec(value)
  if (!match) return 'damaged'
  const [, year, month, date, , mark, , digits = '', , owner = '', bank = ''] = match
  const bookedOn = statementDay(`20${year}-${month}-${date}`)
  if (!bookedOn) return 'date'
  const amount = mt940Amount(digits, currency)
  if (amount === undefined) return 'amount'
  // Money that leaves, or came and was taken back.
  const isOut = mark === 'D' || mark === 'RC'
  const own = owner.trim() === 'NONREF' ? '' : owner
  // Structured details of some banks: ?20 to ?63 begin a part, a part may be cut in the middle of a word.
  const text = details.replace(/\?(?:2\d|6[0-3])/g, '').replace(/\?\d{2}/g, ' ')
  const isStructured = details.includes('?20')
  return {
    bookedOn,
    amount: isOut ? negate(amount) : amount,
    text: statementText(`${isStructured ? text.replaceAll('\n', '') : text} ${own}`, maxStatementText),
    reference: statementText(bank || own, 80),
  }
}

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
