import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Services } from '#server/http/services.ts'
import { schoolOfHost } from '#server/http/tenant.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import { formAtAddress } from '#shared/rules/form-address.rules.ts'
import { publishedForm } from './form.service.ts'

/** Where the words stand that a page begins with, for whoever serves the page: `?path=/enquiry/new`. */
export const firstWordsPath = '/branding/first-words'

const inLanguage = (lng: 'en' | 'ar', title: Bilingual, lead: Bilingual | undefined) =>
  html`<div lang="${lng}" dir="${lng === 'ar' ? 'rtl' : 'ltr'}"><h1>${title[lng]}</h1>${lead ? html`<p>${lead[lng]}</p>` : ''}</div>`

/**
 * A form's title and first sentence, in both languages: on a bad network a family reads what the page is long before its
 * script has arrived. Empty for every other page, and where the host names no school.
 */
export function mountFirstWords(app: Hono, services: Services): void {
  app.get(firstWordsPath, async (c) => {
    c.set('route', firstWordsPath)
    const slug = formAtAddress(c.req.query('path') ?? '')
    const school = slug === undefined ? undefined : await schoolOfHost(c, services)
    const { db } = services.deps
    const form =
      school && slug !== undefined
        ? await db.tenant(school.schoolId, (tx) => publishedForm(tx, school.schoolId, slug))
        : undefined
    if (!form) return c.body('', 200, { 'content-type': 'text/html; charset=utf-8' })
    const { title, lead } = form.definition
    return c.html(html`${inLanguage('en', title, lead)}${inLanguage('ar', title, lead)}`)
  })
}
