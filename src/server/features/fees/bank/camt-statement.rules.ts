import { attribute, type XmlTag, xmlTags } from '#server/features/lists/spreadsheet/xml-read.service.ts'
import { type Minor, negate, zero } from '#shared/kernel/money.ts'
import {
  maxStatementText,
  type Statement,
  type StatementFault,
  type StatementLine,
  type StatementSettings,
} from './statement.types.ts'
import { statementAmount, statementDay, statementText } from './statement-values.rules.ts'

/** One payment within an entry. */
interface Detail {
  amount: string
  currency: string
  reference: string
  readonly texts: string[]
}

interface Entry {
  amount: string
  currency: string
  mark: string
  status: string
  bookedOn: string
  reference: string
  /** Number of payments, where the bank says it of a batch. */
  batch: number
  readonly texts: string[]
  readonly details: Detail[]
}

const begin = (): Entry => ({
  amount: '',
  currency: '',
  mark: '',
  status: '',
  bookedOn: '',
  reference: '',
  batch: 0,
  texts: [],
  details: [],
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
      if (tag.name === 'TxDtls') entry?.details.push({ amount: '', currency: '', reference: '', texts: [] })
      if (tag.name === 'Amt' && entry) currencyOf(entry, attribute(tag, 'Ccy') ?? '', path)
    }
    if (tag.kind !== 'end') continue
    if (entry) keep(entry, tag, path)
    if (tag.name === 'Ntry' && entry) {
      no += 1
      const read = linesOf(entry, settings)
      if (typeof read === 'string') faults.push({ line: no, fault: read })
      else lines.push(...read)
      entry = undefined
    }
    path.pop()
  }
  return { format: 'camt053', lines, faults }
}

/** Whether an amount is that of one payment: beside its references, or within its details of amounts. */
const isDetailAmount = (path: readonly string[]): boolean =>
  path.at(-2) === 'TxDtls' || (path.at(-2) === 'TxAmt' && path.at(-4) === 'TxDtls')

function currencyOf(entry: Entry, currency: string, path: readonly string[]): void {
  const detail = entry.details.at(-1)
  if (path.at(-2) === 'Ntry') entry.currency = currency
  else if (detail && isDetailAmount(path)) detail.currency = currency
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
  if (name === 'NbOfTxs' && parent === 'Btch') entry.batch = Number(text)
  const detail = path.includes('TxDtls') ? entry.details.at(-1) : undefined
  if (detail && name === 'Amt' && isDetailAmount(path)) detail.amount = text
  if (detail && name === 'AcctSvcrRef' && parent === 'Refs') detail.reference = text
  const isText =
    name === 'Ustrd' || name === 'AddtlNtryInf' || name === 'EndToEndId' || (name === 'Ref' && parent === 'CdtrRefInf')
  const isName = name === 'Nm' && (parent === 'Dbtr' || above === 'Dbtr')
  if ((isText || isName) && text !== '' && text !== 'NOTPROVIDED') (detail ?? entry).texts.push(text)
}

/** Returns a line for each payment of an entry. A batch whose payments are not told apart is one line that a person looks at. */
function linesOf(entry: Entry, settings: StatementSettings): StatementLine[] | StatementFault {
  const { status, details, batch } = entry
  const { currency } = settings
  if (status !== '' && status !== 'BOOK') return []
  if (entry.currency !== currency) return 'currency'
  const bookedOn = statementDay(entry.bookedOn)
  if (!bookedOn) return 'date'
  const amount = statementAmount(entry.amount, currency)
  if (amount === undefined) return 'amount'
  const line = (part: Minor, { texts, reference }: Pick<Detail, 'texts' | 'reference'>): StatementLine => ({
    bookedOn,
    amount: entry.mark === 'DBIT' ? negate(part) : part,
    text: statementText([...texts, ...entry.texts].join(' '), maxStatementText),
    reference: statementText(reference || entry.reference, 80),
  })
  if (details.length > 1) {
    const parts = details.map((detail) => partOf(detail, settings))
    const isWhole = parts.reduce<number>((all, part) => all + (part ?? Number.NaN), 0) === amount
    if (isWhole) return details.map((detail, at) => line(parts[at] ?? zero, detail))
  }
  const whole = line(amount, { texts: details.flatMap(({ texts }) => texts), reference: '' })
  return [details.length > 1 || batch > 1 ? { ...whole, isUncertain: true } : whole]
}

const partOf = ({ amount, currency }: Detail, settings: StatementSettings): Minor | undefined =>
  currency === settings.currency ? statementAmount(amount, currency) : undefined
