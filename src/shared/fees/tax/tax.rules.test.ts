import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { saudiTax } from './saudi-tax.rules.ts'
import { taxDocument, type TaxedLine } from './tax-group.rules.ts'
import { readTaxQr, taxQrText } from './tax-qr.rules.ts'

const line = (net: number, treatment: TaxedLine['treatment'], taxPpm = 0): TaxedLine => ({
  net,
  taxCode: treatment,
  taxPpm,
  treatment,
})

describe('tax of a document', () => {
  it('FEE-43: tuition 0, bus exempt and uniform 5 % are three groups, and lines are the document', () => {
    const result = taxDocument([
      line(4_000_000, 'zero'),
      line(300_000, 'exempt'),
      line(33_333, 'standard', 50_000),
      line(10_001, 'standard', 50_000),
    ])
    expect(result.groups.map(({ treatment, net, tax }) => [treatment, net, tax])).toEqual([
      ['zero', 4_000_000, 0],
      ['exempt', 300_000, 0],
      ['standard', 43_334, 2_167],
    ])
    expect(result).toMatchObject({ net: 4_343_334, tax: 2_167, total: 4_345_501, hasTax: true })
    expect(result.lineTax).toEqual([0, 0, 1_667, 500])
  })

  it('FEE-43: the sum of lines is the document, also of a credit note', () => {
    const treatment = fc.constantFrom('zero' as const, 'exempt' as const, 'standard' as const)
    const taxed = fc.record({ net: fc.nat(9_000_000), treatment, ppm: fc.constantFrom(50_000, 100_000, 150_000) })
    fc.assert(
      fc.property(fc.array(taxed, { maxLength: 8 }), fc.constantFrom(1, -1), (rows, sign) => {
        const lines = rows.map(({ net, treatment, ppm }) =>
          line(net * sign, treatment, treatment === 'standard' ? ppm : 0),
        )
        const { lineTax, groups, net, tax, total } = taxDocument(lines)
        expect(lineTax.reduce((all, each) => all + each, 0)).toBe(tax)
        expect(groups.reduce((all, group) => all + group.tax, 0)).toBe(tax)
        expect(lines.reduce((all, each) => all + each.net, 0)).toBe(net)
        expect(net + tax).toBe(total)
      }),
    )
  })

  it('FEE-44: a document outside of tax has no tax lines', () => {
    expect(taxDocument([line(100, 'outside')])).toMatchObject({ tax: 0, hasTax: false })
  })

  it('FEE-41: a citizen paid by the parent is 0 with the ID, by the employer 15 %, and not issued without ID', () => {
    const citizen = {
      isEducation: true,
      payer: 'person' as const,
      isCitizen: true,
      nationalId: '1012345678',
      contact: '+966500000000',
    }
    expect(saudiTax(citizen)).toEqual({ taxPpm: 0, treatment: 'state-paid', nationalId: '1012345678' })
    expect(saudiTax({ ...citizen, payer: 'company' })).toEqual({ taxPpm: 150_000, treatment: 'standard' })
    expect(saudiTax({ ...citizen, isCitizen: false })).toEqual({ taxPpm: 150_000, treatment: 'standard' })
    expect(saudiTax({ ...citizen, isEducation: false })).toEqual({ taxPpm: 150_000, treatment: 'standard' })
    expect(saudiTax({ ...citizen, nationalId: null })).toEqual({ fault: 'national-id' })
    expect(saudiTax({ ...citizen, nationalId: '2012345678' })).toEqual({ fault: 'national-id' })
    expect(saudiTax({ ...citizen, contact: ' ' })).toEqual({ fault: 'contact' })
  })

  it('FEE-42: the QR of an Arabic seller decodes, with lengths in bytes', () => {
    const seller = 'مدرسة البوابة الأهلية'
    const text = taxQrText(
      { seller, vatNumber: '310122393500003', issuedAt: '2026-11-25T09:30:00.123Z', total: 115_000, tax: 15_000 },
      'SAR',
    )
    expect([...(readTaxQr(text) ?? [])]).toEqual([
      [1, seller],
      [2, '310122393500003'],
      [3, '2026-11-25T09:30:00Z'],
      [4, '1150.00'],
      [5, '150.00'],
    ])
    expect(fromBase64(text)[1]).toBe(utf8ToBytes(seller).length)
  })

  it('FEE-42: a seller’s name too long for one byte of length is cut at a character', () => {
    const text = taxQrText(
      { seller: 'م'.repeat(200), vatNumber: '3', issuedAt: '2026-11-25T09:30:00Z', total: 0, tax: 0 },
      'SAR',
    )
    expect(readTaxQr(text)?.get(1)).toBe('م'.repeat(127))
    expect(readTaxQr('AQVhYg==')).toBeUndefined()
  })
})
