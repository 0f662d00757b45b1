import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'
import { LetterPage } from './letter-page.tsx'

const said = (en: Run[], ar: Run[]): Said => [
  { lang: 'en', runs: en },
  { lang: 'ar', runs: ar },
]
const words = (en: string, ar: string) => said([{ text: en }], [{ text: ar }])
const name: Run = { text: '<b>Sara</b>', dir: 'auto', strong: true }

const letter: ResolvedLetter = {
  version: 1,
  languages: ['en', 'ar'],
  title: 'Offer',
  brand: '#0f766e',
  school: { en: 'Al Noor', ar: 'النور' },
  letterhead: { name: words('Al Noor', 'النور'), address: words('Doha', 'الدوحة'), contact: [], logo: null },
  reference: 'OFR-1',
  verification: null,
  blocks: [
    { kind: 'heading', level: 1, said: words('Offer', 'عرض') },
    {
      kind: 'para',
      layout: 'side',
      look: 'plain',
      said: said([{ text: 'For ' }, name, { text: ', ' }, { text: '+974 4000', dir: 'ltr' }], [name]),
    },
    { kind: 'list', numbered: true, items: [words('Bring it', 'أحضره')] },
    {
      kind: 'facts',
      rows: [
        {
          label: words('Grade', 'الصف'),
          value: said([{ text: 'offer.grade', dir: 'ltr', missing: 'offer.grade' }], []),
        },
      ],
    },
    {
      kind: 'table',
      head: { label: words('Fee', 'الرسم'), values: [words('QAR', 'ر.ق')] },
      numbers: [true],
      rows: [
        {
          label: words('Books', 'الكتب'),
          values: [[{ lang: 'en', runs: [{ text: '980.50', dir: 'ltr' }] }]],
          strong: true,
        },
      ],
    },
    {
      kind: 'signatures',
      places: [
        {
          role: words('Guardian', 'ولي الأمر'),
          date: words('Date', 'التاريخ'),
          name: 'Hind',
          signedOn: null,
          strokes: [[0, 0, 10, 10]],
        },
      ],
    },
  ],
}

it('says everything in both languages, each in its own direction, and nothing of what was typed becomes markup', () => {
  const html = renderToStaticMarkup(<LetterPage letter={letter} />)
  expect(html).toContain('<article class')
  expect(html).toContain('lang="ar" dir="rtl"><h1')
  expect(html).toContain('<strong><bdi dir="auto">&lt;b&gt;Sara&lt;/b&gt;</bdi></strong>')
  expect(html).toMatch(/<bdi dir="ltr"[^>]*>\+974 4000<\/bdi>/)
  expect(html).toMatch(/<mark><bdi dir="ltr"[^>]*>offer\.grade<\/bdi><\/mark>/)
  expect(html).toMatch(/<ol[^>]*><li>أحضره<\/li><\/ol>/)
  expect(html).toMatch(/<th scope="row"[^>]*>.*Books.*<td class="[^"]*number[^"]*">.*980\.50/)
  expect(html).toContain('role="img" aria-label="Hind"')
  expect(html).not.toContain('style=')
})

it('is a page in one language where the letter has one', () => {
  const [heading] = letter.blocks
  if (heading?.kind !== 'heading') throw new Error('no heading')
  const alone = { ...heading, said: heading.said.slice(1) }
  const html = renderToStaticMarkup(
    <LetterPage letter={{ ...letter, languages: ['ar'], letterhead: null, blocks: [alone] }} />,
  )
  expect(html).toMatch(/^<article [^>]*lang="ar" dir="rtl">/)
  expect(html).not.toContain('lang="en"')
})

it('shows the square that its words name, as paper does', () => {
  const url = 'https://alnoor.example.school/verify/K7M3'
  const verification = { said: words('Scan the square', 'امسحوا المربع'), url, qr: { size: 2, path: 'M0 0h1v1h-1z' } }
  const page = renderToStaticMarkup(<LetterPage letter={{ ...letter, verification }} />)
  expect(page).toMatch(/<svg[^>]*viewBox="-4 -4 10 10"[^>]*><path d="M0 0h1v1h-1z"/)
  expect(page).toContain(`href="${url}"`)
  expect(renderToStaticMarkup(<LetterPage letter={letter} />)).not.toContain('M0 0h1v1h-1z')
})

it('has the letter’s own logo, called by both names of the school, before the one of the school', () => {
  const { letterhead } = letter
  const own = { ...letter, letterhead: letterhead && { ...letterhead, logo: { format: 'png' as const, data: 'eA==' } } }
  const page = renderToStaticMarkup(<LetterPage letter={own} logo="/logo.svg" />)
  expect(page).toContain('<img src="data:image/png;base64,eA==" alt="Al Noor · النور"')
  expect(page).not.toContain('/logo.svg')
})

it('is begun in the reader’s own language where there is room for one, with what leads to both', () => {
  const reading = { own: 'ar' as const, both: 'Both', whole: 'All of it is signed' }
  const page = renderToStaticMarkup(<LetterPage letter={letter} reading={reading} />)
  expect(page).toMatch(/^<article [^>]*data-own="ar">/)
  expect(page).toContain('Both')
  expect(page).toContain('All of it is signed')
  // What is said in one language alone is hidden from nobody.
  expect(page).toMatch(/<div lang="en"[^>]*><bdi[^>]*>980\.50/)
  const alone = renderToStaticMarkup(<LetterPage letter={{ ...letter, languages: ['en'] }} reading={reading} />)
  expect(alone).not.toMatch(/data-own|Both/)
})
