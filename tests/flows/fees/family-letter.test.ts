import { describe, expect, it } from 'vitest'
import { taxQrText } from '#shared/fees/tax/tax-qr.rules.ts'
import { ResolvedLetter, type Said } from '#shared/kernel/letter/letter.ts'
import { type Currency, minor, sum } from '#shared/kernel/money.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { sampleFacts, sampleLine, sampleLines, tuition } from '#tests/support/fees/sample-papers.ts'
import { feeLetter } from '#server/features/fees/papers/fee-letter.rules.ts'
import { taxGroupsOf } from '#server/features/fees/papers/tax-blocks.rules.ts'

const textOf = (said: Said, lang: 'en' | 'ar'): string =>
  (said.find((side) => side.lang === lang) ?? said[0])?.runs.map(({ text }) => text).join('') ?? ''

/** Rows of the tables of a letter in one language, the label first. */
const rowsOf = (letter: ResolvedLetter, lang: 'en' | 'ar' = 'en'): string[][] =>
  letter.blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(({ label, values }) => [label, ...values].map((said) => textOf(said, lang)))
      : [],
  )

const invoiceIn = (currency: Currency) => feeLetter(sampleFacts(currency, 'invoice', sampleLines(currency)))

describe('papers about fees', () => {
  it('FEE-43: show three tax groups in the Emirates, whose sums are the document', () => {
    const lines = sampleLines('AED')
    const groups = taxGroupsOf(lines)
    expect(groups).toEqual([
      { treatment: 'standard', net: 45_000, tax: 2_250 },
      { treatment: 'zero', net: 1_425_000, tax: 0 },
      { treatment: 'exempt', net: 300_000, tax: 0 },
    ])
    expect(sum(groups.flatMap(({ net, tax }) => [net, tax]))).toBe(sum(lines.map(({ total }) => total)))
    const letter = invoiceIn('AED')
    expect(letter.title).toBe('Tax invoice · فاتورة ضريبية')
    expect(rowsOf(letter)).toContainEqual(['Value added tax 5%', '450.00', '22.50'])
    expect(rowsOf(letter, 'ar')).toContainEqual(['ضريبة القيمة المضافة 5%', '450.00', '22.50'])
  })

  it.each(['QAR', 'KWD'] as const)('FEE-44: say nothing about tax in the place of %s', (currency) => {
    const letter = invoiceIn(currency)
    expect(JSON.stringify(letter)).not.toMatch(/tax|ضريب/i)
    expect(rowsOf(letter)).toContainEqual(['– Sibling discount', '', currency === 'KWD' ? '-75.000' : '-750.00'])
  })

  it('FEE-42: carry the tax code of Saudi Arabia on tax documents alone', () => {
    const facts = sampleFacts('SAR', 'invoice', sampleLines('SAR'))
    const { total, tax, issuedAt } = facts.document
    const wanted = taxQrText({ seller: 'مدرسة النور', vatNumber: facts.taxNumber, issuedAt, total, tax }, 'SAR')
    expect(feeLetter(facts).verification?.qr).toEqual(qrPath(wanted))
    const receipt = feeLetter(sampleFacts('SAR', 'receipt', sampleLines('SAR')))
    expect(receipt.verification?.qr).toEqual(qrPath('https://alnoor.example/verify/K7M322223333'))
  })

  it('FEE-50: say the amount of a receipt in words of both languages', () => {
    const facts = sampleFacts('KWD', 'receipt', [])
    const letter = feeLetter({ ...facts, document: { ...facts.document, total: minor(1_001_005) } })
    const said = letter.blocks.flatMap((block) => (block.kind === 'para' ? [block.said] : []))
    expect(said.map((each) => textOf(each, 'en'))).toContain('One thousand and one Kuwaiti dinars and five fils')
    expect(said.map((each) => textOf(each, 'ar'))).toContain('ألف ودينار كويتي واحد وخمسة فلوس')
    expect(rowsOf(letter)).toContainEqual(['Kept as credit', '1,001.005'])
  })

  it('name no more than they are given, and hold the longest document', () => {
    const lines = Array.from({ length: 300 }, (_, no) => sampleLine({ name: tuition, gross: minor(100 + no) }))
    const facts = sampleFacts('QAR', 'invoice', lines, {
      names: 'first',
      payer: { ...sampleFacts('QAR', 'invoice', []).payer, nameLatin: 'Khalid', nameArabic: null },
      children: new Map([['child-1', { nameLatin: null, nameArabic: null }]]),
    })
    const letter = feeLetter(facts)
    expect(ResolvedLetter.safeParse(letter).error).toBeUndefined()
    expect(JSON.stringify(letter)).not.toContain('Kuwari')
  })
})
