import type { Hono } from 'hono'
import { z } from 'zod'
import { parseJson, readBody } from '#server/http/input.ts'
import type { Services } from '#server/http/services.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Language } from '#shared/kernel/fields.ts'

const Words = z.record(z.string().min(1).max(200), z.string().max(2000))
const Namespace = z.string().regex(/^[a-z][a-z0-9.-]{0,40}$/)
const maxBodyBytes = 16 * 1024
const maxWords = 2000

/**
 * Development only: collects missing translations reported by screens, and lists them at `/locales/missing`. Kept in memory; a
 * person writes them.
 */
export function mountMissingWords(app: Hono, { deps }: Services): void {
  if (deps.settings.mode !== 'development') return
  const missing = new Map<string, string>()

  app.post('/locales/add/:lng/:ns', async (c) => {
    c.set('route', '/locales/add/:lng/:ns')
    const place = z.object({ lng: Language, ns: Namespace }).safeParse(c.req.param())
    if (!place.success) throw new AppError('request.not-found')
    const words = Words.safeParse(parseJson(await readBody(c.req.raw, maxBodyBytes), c.req.header('content-type')))
    if (!words.success) throw new AppError('request.invalid')
    const before = missing.size
    for (const [key, fallback] of Object.entries(words.data)) {
      const name = `${place.data.lng}/${place.data.ns}:${key}`
      if (missing.size < maxWords || missing.has(name)) missing.set(name, fallback)
    }
    if (missing.size > before) deps.log.warn({ ...place.data, missing: missing.size }, 'words are missing')
    return c.json({ success: true })
  })
  app.get('/locales/missing', (c) => c.json(Object.fromEntries([...missing].sort(([a], [b]) => (a < b ? -1 : 1)))))
}
