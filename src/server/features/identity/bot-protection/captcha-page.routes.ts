import type { Hono } from 'hono'
import type { Services } from '#server/http/services.ts'
import { captchaProviders } from './captcha-provider.ts'

const titles = { en: 'Check that you are no robot', ar: 'التحقّق من أنك لست روبوتًا' }

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Serves the page with a third-party captcha's widget, in a frame of ours: only its own policy names the provider. The frame has
 * our origin, since the widgets need one: configuring a provider means trusting its script like ours (decision 0014). Its address
 * looks like a file, which our service worker leaves alone. `/captcha.js` does the rest.
 */
export function mountCaptchaPage(app: Hono, { deps: { captcha } }: Services): void {
  if (!captcha) return
  const { script, global, sources } = captchaProviders[captcha.provider]
  const from = sources.join(' ')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${from}`,
    `style-src 'self' ${from}`,
    `img-src data: ${from}`,
    `font-src ${from}`,
    `connect-src ${from}`,
    `frame-src ${from}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  const data = { sitekey: captcha.siteKey, provider: global, script }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escape(value)}"`)
  const pageIn = (lng: 'en' | 'ar') =>
    `<!doctype html><html lang="${lng}" dir="${lng === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${titles[lng]}</title></head><body><main id="captcha" ${attributes.join(' ')}></main><script src="/captcha.js"></script></body></html>`
  const headers = {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    // Providers check the referrer; this one reveals no more than the school's host.
    'referrer-policy': 'strict-origin',
  }
  app.get('/captcha.html', (c) => {
    c.set('route', '/captcha.html')
    return c.html(pageIn(c.req.query('lng') === 'ar' ? 'ar' : 'en'), 200, headers)
  })
}
