import { attribute, type XmlTag, xmlTags } from '#server/features/lists/spreadsheet/xml-read.service.ts'
import { negate } from '#shared/kernel/money.ts'
import {
  maxStatementText,
  type Statement,
  type StatementFault,
  type StatementLine,
  type StatementSettings,
} from './statement.types.ts'
import { statementAmount, statementDay, statementText } from './statement-values.rules.ts'

interface Entry {
  amount: string
  currency: string
  mark: string
  status: string
  bookedOn: string
  reference: string
  readonly texts: string[]
}

const begin = (): Entry => ({
  amount: '',
  currency: '',
  mark: '',
  status: '',
  bookedOn: '',
  reference: '',
  texts: [],
})

/** Returns whether a file is an ISO 20022 statement. */
export const isCamt = (text: string): boolean => /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text)

/** Reads the booked entries of a CAMT.053. @throws SheetRefused damaged, unsafe */
export function readCamt(bytes: Uint8Array, settings: StatementSettings): Statement {
  const lines: StatementLine[] = []
  const faults: { line: number; fault: StatementFault }[] = []
  const path: string[] = []
  let entry: Entry | undefined
  let no = 0
  for (const tag of xmlTags(bytes)) {
    if (tag.kind === 'begin') {
      path.push(tag.name)
      if (tag.name === 'Ntry') entry = begin()
      if (tag.name === 'Amt' && path.at(-2) === 'Ntry' && entry) entry.currency = attribute(tag, 'Ccy') ?? ''
    }
    if (tag.kind !== 'end') continue
    if (entry) keep(entry, tag, path)
    if (tag.name === 'Ntry' && entry) {
      no += 1
      const read = lineOf(entry, settings)
      if (typeof read === 'string') faults.push({ line: no, fault: read })
      else if (read) lines.push(read)
      entry = undefined
    }
    path.pop()
  }
  return { format: 'camt053', lines, faults }
}

function keep(entry: Entry, { name, textBefore }: XmlTag, path: readonly string[]): void {
  const text = textBefore.trim()
  const [parent, above] = [path.at(-2), path.at(-3)]
  if (parent === 'Ntry') {
    if (name === 'Amt') entry.amount = text
    if (name === 'CdtDbtInd') entry.mark = text
    if (name === 'Sts' && text !== '') entry.status = text
    if (name === 'AcctSvcrRef') entry.reference = text
  }
  if (name === 'Cd' && parent === 'Sts' && above === 'Ntry') entry.status = text
  if ((name === 'Dt' || name === 'DtTm') && parent === 'BookgDt') entry.bookedOn = text
  const isText =
    name === 'Ustrd' || name === 'AddtlNtryInf' || name === 'EndToEndId' || (name === 'Ref' && parent === 'CdtrRefInf')
  const isName = name === 'Nm' && (parent === 'Dbtr' || above === 'Dbtr')
  if ((isText || isName) && text !== '' && text !== 'NOTPROVIDED') entry.texts.push(text)
}

function lineOf(entry: Entry, { currency }: StatementSettings): StatementLine | StatementFault | undefined {
  if (entry.status !== '' && entry.status !== 'BOOK') return undefined
  if (entry.currency !== currency) return 'currency'
  const bookedOn = statementDay(entry.bookedOn)
  if (!bookedOn) return 'date'
  const amount = statementAmount(entry.amount, currency)
  if (amount === undefined) return 'amount'
  return {
    bookedOn,
    amount: entry.mark === 'DBIT' ? negate(amount) : amount,
    text: statementText(entry.texts.join(' '), maxStatementText),
    reference: statementText(entry.reference, 80),
  }
}
