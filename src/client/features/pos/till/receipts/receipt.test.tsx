import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import type { SaleDetail } from '#shared/pos/pos-report.contract.ts'
import { Receipt } from './receipt.tsx'

interface Words {
  paper: { cashier: string }
  customer: { balance: string }
}
const words = import.meta.glob<Words>('/public/locales/*/pos.till.json', { eager: true, import: 'default' })
const wordsOf = (language: string) => words[`/public/locales/${language}/pos.till.json`] ?? expect.fail('no words')
const [ar, en] = [wordsOf('ar'), wordsOf('en')]

const school = { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' }
const amounts = { gross: minor(700), discount: minor(0), net: minor(700), tax: minor(0) }

const saleOf = (kind: 'cash' | 'account', note?: string) =>
  ({
    id: '01990000-0000-7000-8000-000000000001',
    receiptNo: 'S-T-1-000001',
    currency: 'QAR',
    businessDay: '2030-03-03',
    soldAt: '2030-03-03T08:00:00.000Z',
    lines: [
      {
        id: 'l',
        name: { en: 'Tea', ar: 'شاي' },
        qtyMilli: 1000,
        unitPrice: minor(700),
        modifiers: [],
        note,
        ...amounts,
      },
    ],
    discount: null,
    taxes: [],
    totals: { ...amounts, total: minor(700) },
    tenders: [{ kind, id: 't', amount: minor(700), given: minor(700), change: minor(0), rounding: minor(0) }],
  }) as unknown as SaleDetail['sale']

async function printed(language: 'en' | 'ar', kind: 'cash' | 'account' = 'account', note?: string): Promise<string> {
  const i18n = i18next.createInstance()
  const resources = { en: { 'pos.till': { ...en } }, ar: { 'pos.till': { ...ar } } }
  await i18n.init({ lng: 'en', ns: 'pos.till', resources })
  const settings = { school, timeZone: 'Asia/Qatar', language, receiptHeader: school, receiptFooter: school }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Receipt
        sale={saleOf(kind, note)}
        settings={settings}
        isVoid={false}
        soldBy={{ en: 'Sara', ar: 'سارة' }}
        holder={{ name: { en: 'Omar', ar: 'عمر' }, admissionNo: 'A-7' }}
      />
    </I18nextProvider>,
  )
}

describe('a receipt on paper', () => {
  it('is written from the side of the school’s first language, which comes first', async () => {
    const [english, arabic] = [await printed('en'), await printed('ar')]
    expect(english).toMatch(/^<article[^>]* lang="en" dir="ltr">/)
    expect(arabic).toMatch(/^<article[^>]* lang="ar" dir="rtl">/)
    expect([english.indexOf(en.paper.cashier) < english.indexOf(ar.paper.cashier), english.includes('Sara')]).toEqual([
      true,
      true,
    ])
    expect([arabic.indexOf(ar.paper.cashier) < arabic.indexOf(en.paper.cashier), arabic.includes('سارة')]).toEqual([
      true,
      true,
    ])
  })

  it('names whose account paid, nobody where cash did, and never what is left on an account', async () => {
    expect(await printed('en')).toMatch(/Omar/)
    expect(await printed('en')).toContain('A-7')
    expect(await printed('en', 'cash')).not.toMatch(/Omar|A-7/)
    expect(await printed('en')).not.toContain(en.customer.balance)
  })

  it('has the note of a line below its name, in a direction of its own', async () => {
    for (const note of ['no onions', 'بدون بصل']) {
      expect(await printed('ar', 'cash', note)).toContain(`<small><bdi>${note}</bdi></small>`)
    }
    expect(await printed('en', 'cash')).not.toContain('<small>')
  })
})
