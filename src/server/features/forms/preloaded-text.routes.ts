import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { School } from '#server/http/context.ts'
import type { Services } from '#server/http/services.ts'
import { schoolOfHost } from '#server/http/tenant.ts'
import { formAtAddress } from '#shared/forms/form-address.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { readSchool } from '../school/school.service.ts'
import { publishedForm } from './form.service.ts'

/** Path of a page's first texts, for the process that serves the page: `?path=/enquiry/new`. */
export const preloadTextPath = '/branding/first-words'

interface PreloadedText {
  title: Bilingual
  lead?: Bilingual | undefined
  /** `entry`: the page has a card in its middle, the texts stand above it and start with the school's name · `school`: the school's own page. */
  look?: 'entry' | 'school'
}

/** Pages other than forms, with the same texts for every visitor. */
const ofPages = new Map<string, PreloadedText>([
  [
    '/sign-in',
    {
      title: { en: 'Sign in', ar: 'تسجيل الدخول' },
      lead: { en: 'For families and the school’s staff', ar: 'للأسر ولموظفي المدرسة' },
      look: 'entry',
    },
  ],
  [
    '/pos',
    {
      title: { en: 'Till', ar: 'نقطة البيع' },
      lead: {
        en: 'It opens with the prices, accounts and the shift that are kept on this device. Only the first time do they come over the network; from then on it sells with one or without.',
        ar: 'تُفتح بالأسعار والحسابات والوردية المحفوظة على هذا الجهاز. تأتي عبر الشبكة في المرّة الأولى فقط، ثم تبيع مع الشبكة وبدونها.',
      },
    },
  ],
])

const inLanguage = (lng: 'en' | 'ar', { title, lead, look }: PreloadedText, school: School | undefined) =>
  html`<div lang="${lng}" dir="${lng === 'ar' ? 'rtl' : 'ltr'}"${look ? html` class="${look}"` : ''}>${look === 'entry' && school ? html`<b>${school.name[lng]}</b>` : ''}<h1>${title[lng]}</h1>${lead ? html`<p>${lead[lng]}</p>` : ''}</div>`

/**
 * Serves the title and first sentence of a form, the till, the sign-in or the school's own page, and the school's name for a family's
 * home, in both languages, and the school's first language as `content-language`: on a bad network people can read what the page is long before its script has arrived. Empty for every
 * other page, and for those of a school where the host names none.
 */
export function mountPreloadedText(app: Hono, services: Services): void {
  app.get(preloadTextPath, async (c) => {
    c.set('route', preloadTextPath)
    const path = c.req.query('path') ?? ''
    const school = await schoolOfHost(c, services)
    const words = ofPages.get(path) ?? (school && (await wordsOfSchool(school, services, path)))
    if (school) c.header('content-language', school.language)
    if (!words) return c.body('', 200, { 'content-type': 'text/html; charset=utf-8' })
    return c.html(html`${inLanguage('en', words, school)}${inLanguage('ar', words, school)}`)
  })
}

async function wordsOfSchool(school: School, { deps }: Services, path: string): Promise<PreloadedText | undefined> {
  const { schoolId } = school
  if (/^\/family(\/|$)/.test(path)) return { title: school.name }
  if (path === '/') return deps.db.tenant(schoolId, async (tx) => wordsOfSchoolPage(await readSchool(tx, schoolId)))
  const slug = formAtAddress(path)
  if (slug === undefined) return undefined
  return (await deps.db.tenant(schoolId, (tx) => publishedForm(tx, schoolId, slug)))?.definition
}

/** What the school's own page begins with; undefined where the school shows none, and leads elsewhere. */
function wordsOfSchoolPage({ name, profile }: Awaited<ReturnType<typeof readSchool>>): PreloadedText | undefined {
  const { homePage, page, swiperText } = profile
  if (homePage !== 'P') return undefined
  const inBoth = (of: (lng: 'en' | 'ar') => string): Bilingual => ({ en: of('en'), ar: of('ar') })
  return {
    look: 'school',
    title: inBoth((lng) => page?.title[lng] || name[lng]),
    lead: inBoth((lng) => page?.text[lng].split(/\n\s*\n/)[0] || (swiperText[0]?.[lng] ?? '')),
  }
}
