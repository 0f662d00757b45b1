import { describe, expect, it } from 'vitest'
import type { Currency } from '#shared/kernel/money.ts'
import type { ExportBatch, ExportJournal, ExportProfile } from './export-batch.types.ts'
import { exportFiles } from './export-files.rules.ts'

const line = (debit: number, credit: number) => ({
  account: debit > 0 ? '1100' : '4000',
  party: '=cmd()',
  admissionNo: '2026-0041',
  component: 'tuition',
  taxCode: '',
  debit,
  credit,
})
const journal = (no: number, pairs = 1): ExportJournal => ({
  no,
  opId: `op-${no}`,
  effectiveOn: '2026-11-25',
  document: `I-2026-00000${no}`,
  text: 'Fees & <more>',
  lines: Array.from({ length: pairs }, () => [line(1_050, 0), line(0, 1_050)]).flat(),
})
const batch = (journals: readonly ExportJournal[], currency: Currency = 'QAR'): ExportBatch => ({
  number: 'E-2026-0001',
  currency,
  journals,
})
async function textOf(profile: ExportProfile, of: ExportBatch): Promise<string[]> {
  const files = await exportFiles(profile, of)
  if ('fault' in files) throw new Error(files.fault)
  return files.map(({ bytes }) => new TextDecoder().decode(bytes))
}

describe('export files', () => {
  it('FEE-46: have the same bytes when written again', async () => {
    for (const profile of ['neutral', 'xero', 'odoo', 'tally'] as const) {
      const of = batch([journal(1), journal(2)])
      expect(await textOf(profile, of)).toEqual(await textOf(profile, structuredClone(of)))
    }
  })

  it('FEE-46: for Xero are cut between journals when they have more than 300 lines', async () => {
    const journals = [...Array.from({ length: 149 }, (_, at) => journal(at + 1)), journal(150, 2)]
    const files = await textOf('xero', batch(journals))
    expect(files.map((text) => text.trimEnd().split('\r\n').length - 1)).toEqual([298, 4])
    expect(files[0]?.split('\r\n')[1]).toBe(
      `E-2026-0001/1 Fees & <more>,2026-11-25,I-2026-000001 =cmd() tuition,1100,Tax Exempt,10.50`,
    )
    expect(files[0]?.split('\r\n')[2]).toContain(',4000,Tax Exempt,-10.50')
  })

  it('FEE-47: write a family name that is a formula as text in every CSV', async () => {
    for (const profile of ['neutral', 'xero', 'odoo'] as const) {
      for (const text of await textOf(profile, batch([journal(1)]))) expect(text).not.toMatch(/(^|,)"?=cmd/m)
    }
    expect((await textOf('neutral', batch([journal(1)])))[0]).toContain(",'=cmd(),")
  })

  it('for Tally give a debit as deemed positive and negative', async () => {
    const [xml] = await textOf('tally', batch([journal(1)]))
    expect(xml).toContain('<ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-10.50</AMOUNT>')
    expect(xml).toContain('<ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><AMOUNT>10.50</AMOUNT>')
    expect(xml).toContain('<NARRATION>Fees &amp; &lt;more&gt;</NARRATION>')
  })

  it('refuse three decimals for a target of two, and a journal that is not balanced', async () => {
    expect(await exportFiles('xero', batch([journal(1)], 'KWD'))).toEqual({ fault: 'decimals' })
    expect(await exportFiles('tally', batch([journal(1)], 'KWD'))).toEqual({ fault: 'decimals' })
    expect(await textOf('neutral', batch([journal(1)], 'KWD'))).toHaveLength(1)
    const wrong = { ...journal(1), lines: [line(5, 0)] }
    expect(await exportFiles('neutral', batch([wrong]))).toEqual({ fault: 'unbalanced', journal: 1 })
  })
})
