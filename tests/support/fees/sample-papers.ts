import type { LetterFacts } from '#server/features/fees/papers/fee-letter.types.ts'
import type { DocumentKind, DocumentLine } from '#shared/fees/fee-document.contract.ts'
import { type Currency, minor, subtract, sum } from '#shared/kernel/money.ts'

/** A line of a document; its tax is added to what is left after discounts. */
export function sampleLine(
  more: Partial<DocumentLine> & { gross: DocumentLine['gross']; name: DocumentLine['name'] },
): DocumentLine {
  const discounts = more.discounts ?? []
  const net = subtract(more.gross, sum(discounts.map(({ amount }) => amount)))
  const tax = more.tax ?? minor(0)
  const of = { chargeId: crypto.randomUUID(), studentId: 'child-1', component: 'C', year: 2030, part: 1 }
  return { ...of, dueOn: '2030-09-01', taxCode: 'none', ...more, discounts, net, tax, total: sum([net, tax]) }
}

export const tuition = { en: 'Tuition', ar: 'الرسوم الدراسية' }
export const bus = { en: 'Bus', ar: 'النقل المدرسي' }
export const uniform = { en: 'Uniform', ar: 'الزي المدرسي' }
const sibling = { en: 'Sibling discount', ar: 'خصم الأشقاء' }

/** What an invoice over tuition with a discount, the bus and a uniform says, in the place of a currency. */
export function sampleLines(currency: Currency): DocumentLine[] {
  const isTaxed = currency === 'AED' || currency === 'SAR'
  const code = (taxCode: string) => (isTaxed ? taxCode : 'none')
  return [
    sampleLine({
      name: tuition,
      gross: minor(1_500_000),
      discounts: [{ code: 'SIB', name: sibling, amount: minor(75_000) }],
      taxCode: code('zero'),
    }),
    sampleLine({ name: bus, gross: minor(300_000), taxCode: code('exempt') }),
    sampleLine({
      name: uniform,
      gross: minor(45_000),
      taxCode: code('standard'),
      tax: minor(isTaxed ? (currency === 'SAR' ? 6_750 : 2_250) : 0),
    }),
  ]
}

/** All that a paper says, of a school in the place of a currency. */
export function sampleFacts(
  currency: Currency,
  kind: DocumentKind,
  lines: DocumentLine[],
  more: Partial<LetterFacts> = {},
): LetterFacts {
  const total = sum(lines.map((line) => line.total))
  return {
    school: {
      name: { en: 'Al Noor School', ar: 'مدرسة النور' },
      language: 'en',
      timeZone: 'Asia/Qatar',
      brand: '#0f766e',
      contact: { phone: '+974 4444 5555', email: 'office@alnoor.example', address: '' } as never,
      logo: null,
    },
    origin: 'https://alnoor.example',
    isSaudi: currency === 'SAR',
    taxNumber: currency === 'AED' || currency === 'SAR' ? '310122393500003' : '',
    document: {
      schoolId: 's',
      id: 'd',
      kind,
      seriesYear: 2030,
      no: 12,
      number: `${kind === 'receipt' ? 'C' : 'I'}-2030-000012`,
      payerId: 'p',
      studentId: 'child-1',
      issuedAt: '2030-08-20T09:00:00.000Z',
      dueOn: '2030-09-01',
      currency,
      gross: sum(lines.map((line) => line.gross)),
      discount: sum(lines.flatMap((line) => line.discounts.map(({ amount }) => amount))),
      net: sum(lines.map((line) => line.net)),
      tax: sum(lines.map((line) => line.tax)),
      total,
      applied: minor(0),
      lines,
      corrects: null,
      byUser: null,
      uuid: 'u',
      hash: 'h',
      prevHash: 'h',
      verifyCode: 'K7M322223333',
    },
    issuedOn: '2030-08-20',
    names: 'full',
    payer: {
      kind: 'person',
      nameLatin: 'Khalid Nasser Al-Kuwari',
      nameArabic: 'خالد ناصر الكواري',
      code: 'KHNSRW7',
      taxId: null,
      nationalId: null,
    },
    children: new Map([['child-1', { nameLatin: 'Sara Khalid Al-Kuwari', nameArabic: 'سارة خالد الكواري' }]]),
    corrects: null,
    reason: null,
    payment:
      kind === 'receipt'
        ? {
            method: 'cheque',
            receivedOn: '2030-08-20',
            reference: '000123',
            provisional: 'P-23456F-0004',
            by: { en: 'Mona Saleh', ar: 'منى صالح' },
            openAfter: minor(1_200_000),
          }
        : null,
    ...more,
  }
}
