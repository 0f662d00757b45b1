import type { Voice } from '#server/features/lists/export/list-words.service.ts'
import type { AccessData, AccessRow } from './gather.ts'
import type { Value } from './others-out.rules.ts'

/** Chapters of the page, and the tables that stand in each; every other table stands in the last one. */
const chapters = {
  file: /^(students?|student_.*|family_.*|erasure_holds)$/,
  forms: /^(enquiry_.*|form_.*|submissions|criteria_links|persons|person_.*)$/,
  documents: /^(documents|document_.*|submission_files|file_chunks)$/,
  decisions: /^(offers?|offer_.*|scoring_.*|appointment_.*|seat_.*|waiting_.*)$/,
  consents: /^consent_.*$/,
  letters: /^(letter_.*|issued_letters)$/,
  messages: /^(mails|many_recipients|student_messages)$/,
  fees: /^(fee_.*|student_fees)$/,
  account:
    /^(customers|cards|sales?|sale_.*|refunds?|refund_.*|tenders|top_ups|account_.*|entitlements|pupil_accounts|spending_rules|face_.*)$/,
  seen: /^audit_events$/,
  other: /^/,
} as const
type Chapter = keyof typeof chapters
const names = Object.keys(chapters) as Chapter[]

const chapterOf = (table: string): Chapter => {
  if (table === 'student_messages' || table === 'student_fees') return table === 'student_fees' ? 'fees' : 'messages'
  return names.find((name) => chapters[name].test(table)) ?? 'other'
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
const spaced = (name: string): string => name.replaceAll('_', ' ')

function shown(value: Value): string {
  if (value === null) return '–'
  if (typeof value !== 'object') return `<bdi>${safe(String(value))}</bdi>`
  const entries = Array.isArray(value)
    ? value.map((each, at) => [String(at + 1), each] as const)
    : Object.entries(value)
  if (entries.length === 0) return '–'
  return `<dl>${entries.map(([key, each]) => `<dt><bdi>${safe(spaced(key))}</bdi></dt><dd>${shown(each as Value)}</dd>`).join('')}</dl>`
}

const isSaid = ([, value]: [string, Value]): boolean => value !== null && value !== ''

const rowText = (row: AccessRow): string => {
  const said = Object.fromEntries(Object.entries(row).filter(isSaid))
  return `<article>${shown(said)}</article>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
h2{margin-top:2.5rem;border-bottom:2px solid #bbb}h3{margin-bottom:.25rem}article{border:1px solid #ddd;border-radius:.5rem;padding:.5rem 1rem;margin:.5rem 0}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.15rem 1rem;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}`

/** About whom and from when it is. */
interface Head {
  school: string
  child: string
  reference: string
  at: string
  documents: readonly string[]
}

/** Writes the page that people read: every table in its chapter, and the list of documents. */
export function accessPage({ text, language }: Voice, head: Head, data: AccessData): string {
  const word = (key: string, values?: Readonly<Record<string, string>>) =>
    safe(text(`retention.access.page.${key}`, values))
  const filled = [...data].filter(([, rows]) => rows.length > 0)
  const chapter = (name: Chapter): string => {
    const tables = filled.filter(([table]) => chapterOf(table) === name)
    if (tables.length === 0) return ''
    const parts = tables.map(
      ([table, rows]) => `<h3><bdi>${safe(spaced(table))}</bdi> (${rows.length})</h3>${rows.map(rowText).join('')}`,
    )
    return `<section><h2>${word(`chapter.${name}`)}</h2>${parts.join('')}</section>`
  }
  const list = head.documents.map((path) => `<li><a href="${safe(encodeURI(path))}"><bdi>${safe(path)}</bdi></a></li>`)
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${word('title')}</title><style>${style}</style></head><body>
<h1>${word('title')}</h1><p><strong><bdi>${safe(head.child)}</bdi></strong> · <bdi>${safe(head.reference)}</bdi><br>
<bdi>${safe(head.school)}</bdi> · ${safe(head.at)}</p><p>${word('intro')}</p>
${names.map(chapter).join('\n')}
${list.length === 0 ? '' : `<section><h2>${word('files')}</h2><ul>${list.join('')}</ul></section>`}
</body></html>
`
}
