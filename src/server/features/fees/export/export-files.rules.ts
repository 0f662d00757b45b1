import { csvOf } from '#server/features/lists/spreadsheet/csv.service.ts'
import { currencyExponents, toDecimalText } from '#shared/kernel/money.ts'
import { type SheetColumn, type SheetRow, storableText } from '#shared/lists/spreadsheet.rules.ts'
import type {
  ExportBatch,
  ExportFault,
  ExportFile,
  ExportJournal,
  ExportLine,
  ExportProfile,
} from './export-batch.types.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => storableText(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

/** Tally wants a debit as "deemed positive" with a negative amount, and a credit the other way round. */
function entry({ account, debit, credit }: ExportLine, batch: ExportBatch): string {
  const isDebit = debit > 0
  const amount = toDecimalText(isDebit ? -debit : credit, batch.currency)
  return [
    '<ALLLEDGERENTRIES.LIST>',
    element('LEDGERNAME', account),
    element('ISDEEMEDPOSITIVE', isDebit ? 'Yes' : 'No'),
    element('AMOUNT', amount),
    '</ALLLEDGERENTRIES.LIST>',
  ].join('')
}

function voucher(journal: ExportJournal, batch: ExportBatch): string {
  const { opId, effectiveOn, document, text, no, lines } = journal
  return [
    `<TALLYMESSAGE><VOUCHER VCHTYPE="Journal" ACTION="Create" REMOTEID="${escaped(opId)}">`,
    element('DATE', effectiveOn.replaceAll('-', '')),
    element('VOUCHERTYPENAME', 'Journal'),
    element('VOUCHERNUMBER', `${batch.number}/${no}`),
    element('REFERENCE', document),
    element('NARRATION', text),
    ...lines.map((line) => entry(line, batch)),
    '</VOUCHER></TALLYMESSAGE>',
  ].join('')
}

/** Returns a batch as an import of journal vouchers. */
const tallyXml = (batch: ExportBatch): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    ...batch.journals.map((journal) => voucher(journal, batch)),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
    '',
  ].join('\n')

/** Xero takes no more lines in one file. */
const xeroLines = 300

/** Programs that keep two decimals whatever the currency. */
const twoDecimals: readonly ExportProfile[] = ['xero', 'tally']

/** Writes a batch for an accounting program. Texts that a program might compute are written as texts. */
export async function exportFiles(
  profile: ExportProfile,
  batch: ExportBatch,
): Promise<readonly ExportFile[] | ExportFault> {
  if (twoDecimals.includes(profile) && currencyExponents[batch.currency] > 2) return { fault: 'decimals' }
  const wrong = batch.journals.find(
    ({ lines }) => lines.reduce((all, { debit, credit }) => all + debit - credit, 0) !== 0,
  )
  if (wrong) return { fault: 'unbalanced', journal: wrong.no }
  if (profile === 'tally') return [{ name: `${batch.number}.xml`, bytes: new TextEncoder().encode(tallyXml(batch)) }]
  if (profile === 'xero') return await xeroFiles(batch)
  const { columns, row } = profile === 'odoo' ? odoo(batch) : neutral(batch)
  const rows = batch.journals.flatMap((journal) => journal.lines.map((line) => row(journal, line)))
  return [{ name: `${batch.number}.csv`, bytes: await csvBytes(batch.number, columns, rows) }]
}

interface Layout {
  readonly columns: readonly SheetColumn[]
  readonly row: (journal: ExportJournal, line: ExportLine) => SheetRow
}

const text = (head: string): SheetColumn => ({ head, kind: 'text' })
const money = (head: string, { currency }: ExportBatch): SheetColumn => ({
  head,
  kind: 'money',
  exponent: currencyExponents[currency],
})

const neutral = (batch: ExportBatch): Layout => ({
  columns: [
    ...['batch', 'journal', 'date', 'document', 'account', 'party', 'admission_no', 'component', 'text'].map(text),
    money('debit', batch),
    money('credit', batch),
    ...['currency', 'tax_code', 'source_op'].map(text),
  ],
  row: (journal, line) => [
    batch.number,
    String(journal.no),
    journal.effectiveOn,
    journal.document,
    line.account,
    line.party,
    line.admissionNo,
    line.component,
    journal.text,
    line.debit,
    line.credit,
    batch.currency,
    line.taxCode,
    journal.opId,
  ],
})

const odoo = (batch: ExportBatch): Layout => ({
  columns: [
    text('Date'),
    text('Reference'),
    text('Account'),
    money('Debit', batch),
    money('Credit', batch),
    text('Name'),
    text('Partner'),
  ],
  row: (journal, line) => [
    journal.effectiveOn,
    `${batch.number}/${journal.no}`,
    line.account,
    line.debit,
    line.credit,
    [journal.document, journal.text].filter(Boolean).join(' '),
    line.party,
  ],
})

const xero = (batch: ExportBatch): Layout => ({
  columns: [...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate'].map(text), money('*Amount', batch)],
  // Xero joins lines of one narration and date to a journal: its number in the narration keeps two apart.
  row: (journal, line) => [
    `${batch.number}/${journal.no} ${journal.text}`.trim(),
    journal.effectiveOn,
    [journal.document, line.party, line.component].filter(Boolean).join(' '),
    line.account,
    // Tax is posted on a line of its own: with a rate Xero would compute it once more.
    'Tax Exempt',
    line.debit - line.credit,
  ],
})

/** Cuts between journals; a journal above the limit has a file of its own. */
async function xeroFiles(batch: ExportBatch): Promise<ExportFile[]> {
  const files: ExportJournal[][] = [[]]
  let lines = 0
  for (const journal of batch.journals) {
    if (lines > 0 && lines + journal.lines.length > xeroLines) {
      files.push([])
      lines = 0
    }
    files.at(-1)?.push(journal)
    lines += journal.lines.length
  }
  const { columns, row } = xero(batch)
  return await Promise.all(
    files.map(async (journals, at) => {
      const rows = journals.flatMap((journal) => journal.lines.map((line) => row(journal, line)))
      const name = files.length === 1 ? `${batch.number}.csv` : `${batch.number}-${at + 1}.csv`
      return { name, bytes: await csvBytes(batch.number, columns, rows) }
    }),
  )
}

async function csvBytes(name: string, columns: readonly SheetColumn[], rows: readonly SheetRow[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of csvOf({ name, isRightToLeft: false, columns }, onePage(rows))) chunks.push(chunk)
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function* onePage(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  yield rows
}
