import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { ShiftId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { ShiftReport } from '#shared/pos/shift.contract.ts'
import { ShiftPaper } from './shift-paper.tsx'

const words = import.meta.glob<{ report: { z: string } }>('/public/locales/*/pos.till.json', {
  eager: true,
  import: 'default',
})
const wordsOf = (language: string) => words[`/public/locales/${language}/pos.till.json`] ?? expect.fail('no words')
const [ar, en] = [wordsOf('ar'), wordsOf('en')]

const none = minor(0)
const report: ShiftReport = {
  shiftId: ShiftId.parse('0190a5a5-0000-7000-8000-00000000a001'),
  no: 7,
  currency: 'KWD',
  businessDay: '2026-11-23',
  salesCount: 1,
  voidsCount: 0,
  voidsTotal: none,
  gross: minor(1500),
  discount: none,
  net: minor(1500),
  taxes: [{ code: 'S5', ratePpm: 50_000, included: true, net: minor(1429), tax: minor(71) }],
  tax: minor(71),
  total: minor(1500),
  tenders: [{ kind: 'card', count: 1, amount: minor(1500) }],
  rounding: none,
  movements: [],
  floatAmount: none,
  cashTaken: none,
  expectedCash: none,
  countedCash: none,
  difference: none,
  firstReceipt: 'S-1',
  lastReceipt: 'S-1',
}

/** A Z as it is printed in a school of this first language, whatever the screen of the person who prints it. */
async function printed(language: 'en' | 'ar'): Promise<string> {
  const i18n = i18next.createInstance()
  const resources = { en: { 'pos.till': { ...en } }, ar: { 'pos.till': { ...ar } } }
  await i18n.init({ lng: 'en', ns: ['pos.till'], resources })
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ShiftPaper
        kind="z"
        report={report}
        settings={{
          school: { en: 'Al Noor', ar: 'النور' },
          timeZone: 'Asia/Kuwait',
          language,
          till: { name: { en: 'Till 1', ar: 'الصندوق 1' } },
        }}
        unsent={undefined}
        openedAt="2026-11-23T05:00:00.000Z"
        openedBy={{ en: 'Sara', ar: 'سارة' }}
        closedAt="2026-11-23T11:00:00.000Z"
        closedBy={{ en: 'Mona', ar: 'منى' }}
        reasons={[{ kind: 'difference', text: 'a note was missing', receiptNo: null, approvedBy: null }]}
        slips={[{ receiptNo: 'S-1', terminalRef: '0042', amount: minor(1500) }]}
      />
    </I18nextProvider>,
  )
}

it('is in the school’s first language and its direction, the other language after it', async () => {
  const [arabic, english] = [await printed('ar'), await printed('en')]
  expect(arabic).toMatch(/^<article [^>]*lang="ar" dir="rtl">/)
  expect(english).toMatch(/^<article [^>]*lang="en" dir="ltr">/)
  const titles = [`${ar.report.z} 7`, `${en.report.z} 7`]
  const order = (markup: string, words: readonly string[]) => words.map((each) => markup.indexOf(`>${each}<`))
  const [first = -1, second = -1] = order(arabic, titles)
  expect([first > 0, second > first]).toEqual([true, true])
  const [later = -1, earlier = -1] = order(english, titles)
  expect([earlier > 0, later > earlier]).toEqual([true, true])
})

it('names the day, the people, the slips and the reasons in words, and no code of a tax', async () => {
  const text = (await printed('en')).replaceAll(/<[^>]*>/g, '|')
  expect(text).toContain('23 Nov 2026')
  expect(text).not.toMatch(/2026-11-23|S5/)
  expect(text).toContain('5%')
  for (const each of ['Sara', 'Mona', '0042', 'a note was missing']) expect(text).toContain(each)
})
