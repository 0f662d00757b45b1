import { describe, expect, it } from 'vitest'
import { compose } from './compose.ts'
import { layouts, type TemplateParams, type WordedTemplate } from './mail-templates.ts'
import { asHtml, asText } from './write-out.ts'

const school = { en: 'Al Noor & Sons', ar: 'مدرسة النور' }
const origin = 'https://alnoor.example.school'
const link = { path: '/somewhere#token=abc', hours: '24' }

const offer = { subject: 'Sara', day: '20 March 2030', path: '/offer-letter#token=abc' }
const place = { what: 'interview', when: 'Sunday', place: 'Room 1' }
const appointment = { subject: 'Sara', ...place, path: '/appointment#token=abc' }

const params: { [T in WordedTemplate]: TemplateParams[T] } = {
  'verify-account': { code: '012345', minutes: '15', ...link },
  'confirm-first': link,
  'address-known': { signInPath: '/sign-in', resetPath: '/forgot-password', ...link },
  'no-account': { path: '/sign-up' },
  'reset-password': { userName: 'family-two', ...link },
  invited: { userName: 'mona', path: '/reset-password#token=x', hours: '96' },
  'password-changed': { userName: 'family-two', path: '/forgot-password' },
  'second-factor-set': { userName: 'mona', path: '/profile/security' },
  'second-factor-off': { userName: 'mona', path: '/profile/security' },
  'second-factor-reset': { userName: 'mona', path: '/profile/security' },
  'webhook-stopped': { host: 'library.example', path: '/settings/programs' },
  'school-linked': { host: 'pearl.schools.example', path: '/profile' },
  'sign-in-code': { userName: 'family-two', code: '012345', minutes: '15' },
  'work-received': { form: 'Teacher', reference: 'K7M-3PX', next: 'We call you.', path: '/' },
  'form-received': { form: 'Enquiry', reference: 'K7M-3PX', next: 'We call you.', path: '/enquiry/thanks' },
  'continue-form': { form: 'Admission', path: '/student_admission/1#token=abc' },
  'consent-link': { subject: 'Sara', guardian: 'Hind Al Mana', path: '/consent/abc', days: '60' },
  'documents-link': { subject: 'Sara', guardian: 'Hind Al Mana', path: '/documents#token=abc', days: '60' },
  'family-invited': { subject: 'Sara', guardian: 'Omar', by: 'Hind Al Mana', path: '/family' },
  'fees-link': { payer: 'Hind', path: '/fee-account#token=abc', days: '60' },
  'appointment-link': {
    subject: 'Sara',
    guardian: 'Hind Al Mana',
    what: 'interview',
    path: '/appointment#token=abc',
    days: '60',
  },
  'appointment-booked': appointment,
  'appointment-reminder': appointment,
  'appointment-cancelled': appointment,
  'criteria-link': { subject: 'Sara', form: 'More about your child', path: '/criteria/c/1#token=abc', days: '30' },
  'subscribe-confirm': { path: '/subscribe#token=c1', hours: '48', endPath: '/subscribe#token=e1' },
  'subscribe-known': { path: '/subscribe#token=e1' },
  'subscribe-welcome': { path: '/subscribe#token=e1' },
  'consent-received': { subject: 'Sara', path: '/' },
  'consent-paper': { subject: 'Sara', path: '/consent/abc' },
  'consent-uncounted': { subject: 'Sara', path: '/' },
  'consent-partly': { subject: 'Sara', path: '/' },
  'offer-link': offer,
  'offer-new': offer,
  'offer-reminder': offer,
  'offer-goes-on': offer,
  'offer-accepted': { subject: 'Sara', path: '/offer-letter#token=abc' },
  'offer-declined': { subject: 'Sara' },
  'offer-expired': { subject: 'Sara' },
  'offer-withdrawn': { subject: 'Sara' },
}
const templates = Object.keys(layouts) as WordedTemplate[]
const written = (template: WordedTemplate, language: 'en' | 'ar', more: Record<string, string> = {}) =>
  compose({ template, language, params: { ...params[template], ...more }, origin }, school)

describe.each(templates)('the mail %s', (template) => {
  it.each(['en', 'ar'] as const)(
    'is whole in %s: every word, every value, every link on the school’s own address',
    (lng) => {
      const mail = written(template, lng)
      const text = asText(mail)
      expect(text).not.toMatch(/\{\{|undefined/)
      expect(mail.subject).not.toBe('')
      const { minutes: _minutes, hours: _hours, ...values } = { minutes: '', hours: '', ...params[template] }
      const plain = text.replaceAll(`?lng=${lng}`, '')
      for (const value of Object.values(values)) expect(plain).toContain(value)
      for (const block of mail.blocks) if (block.kind === 'link') expect(block.href.startsWith(`${origin}/`)).toBe(true)
      if (lng === 'ar') for (const { text } of mail.blocks) expect(text).toMatch(/\p{Script=Arabic}|^[\dA-Z-]+$/u)
    },
  )
})

it('leads to the page in the language of the mail, families and people with accounts alike, and keeps the token last', () => {
  const linkOf = (template: WordedTemplate, path: string) => {
    const { blocks } = compose({ template, language: 'ar', params: { path }, origin }, school)
    return blocks.flatMap((block) => (block.kind === 'link' ? [block.href] : []))
  }
  expect(linkOf('offer-link', '/offer-letter#token=a')).toEqual([`${origin}/offer-letter?lng=ar#token=a`])
  expect(linkOf('consent-link', '/consent/a')).toEqual([`${origin}/consent/a?lng=ar`])
  expect(linkOf('reset-password', '/reset#token=a')).toEqual([`${origin}/reset?lng=ar#token=a`])
  expect(linkOf('form-received', '/a?b=c')).toEqual([`${origin}/a?b=c&lng=ar`])
})

it('counts in Arabic as Arabic counts', () => {
  const said = (minutes: string) => written('sign-in-code', 'ar', { minutes }).blocks[2]?.text
  expect(['2', '5', '15'].map(said)).toEqual([
    'الرمز صالح لمدة دقيقتين، ويُستخدم مرة واحدة فقط.',
    'الرمز صالح لمدة 5 دقائق، ويُستخدم مرة واحدة فقط.',
    'الرمز صالح لمدة 15 دقيقة، ويُستخدم مرة واحدة فقط.',
  ])
})

it('runs from right to left in Arabic, with codes, addresses and names in their own direction', () => {
  const html = asHtml(written('sign-in-code', 'ar'))
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('<bdi dir="ltr">012345</bdi>')
  expect(html).toContain('\u2068family-two\u2069')
  expect(asHtml(written('reset-password', 'ar'))).toContain(`<bdi dir="ltr">${origin}/somewhere?lng=ar#token=abc</bdi>`)
  expect(asText(written('reset-password', 'ar'))).toContain(`\n${origin}/somewhere?lng=ar#token=abc\n`)
})

it('lets nothing that was typed become markup, and needs nothing from elsewhere', () => {
  const html = asHtml(written('continue-form', 'en', { form: '<img src=x onerror=alert(1)> "&' }))
  expect(html).toContain('\u2068&lt;img src=x onerror=alert(1)&gt; &quot;&amp;\u2069')
  expect(html).toContain('Al Noor &amp; Sons')
  expect(html).not.toMatch(/<(script|img|link|iframe|form)|url\(|src=["']/i)
})

it.each([
  ['Win now: https://evil.example', '…'],
  ['see www.evil.example', '…'],
  ['a\u202egnp.exe\u202c b\r\nBcc: x', 'a gnp.exe b Bcc: x'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('carries no stranger’s message: %j', (typed, said) => {
  expect(written('continue-form', 'en', { form: typed }).blocks[0]?.text).toContain(`“\u2068${said}\u2069”`)
})
