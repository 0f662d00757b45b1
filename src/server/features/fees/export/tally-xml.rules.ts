import { toDecimalText } from '#shared/kernel/money.ts'
import { storableText } from '#shared/lists/spreadsheet.rules.ts'
import type { ExportBatch, ExportJournal, ExportLine } from './export-batch.types.ts'

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
export const tallyXml = (batch: ExportBatch): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    ...batch.journals.map((journal) => voucher(journal, batch)),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
    '',
  ].join('\n')
