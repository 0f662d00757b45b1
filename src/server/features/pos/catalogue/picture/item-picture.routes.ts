import type { Hono } from 'hono'
import { refusalBody } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { readPicture } from './item-picture.service.ts'

/** Policy for an uploaded picture: opened as a page it does nothing. */
const showOnly = "default-src 'none'; sandbox"

/**
 * Serves pictures of items publicly, as the logo is, at `/branding/<school's id>/item/<hash>`. The hash is of the bytes, so an answer
 * never changes.
 */
export function mountItemPictures(app: Hono, { deps: { db } }: Services): void {
  app.get('/branding/:school/item/:hash', async (c) => {
    c.set('route', '/branding/:school/item/:hash')
    const [schoolId, hash] = [Uuid.safeParse(c.req.param('school')).data, c.req.param('hash')]
    const picture = schoolId && /^[0-9a-f]{32}$/.test(hash) ? await readPicture(db, schoolId, hash) : undefined
    if (!picture) return c.json(refusalBody('request.not-found'), 404)
    return c.body(Uint8Array.from(picture.data), 200, {
      'content-type': `image/${picture.kind}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': showOnly,
      'x-content-type-options': 'nosniff',
    })
  })
}
