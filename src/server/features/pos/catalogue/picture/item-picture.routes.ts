import type { Hono } from 'hono'
import type { Services } from '#server/http/services.ts'
import { answerPicture } from '#server/http/stored-picture.ts'
import { readPicture } from './item-picture.service.ts'

/** Serves pictures of items publicly, as the logo is, at `/branding/<school's id>/item/<hash of the bytes>`. */
export function mountItemPictures(app: Hono, { deps: { db } }: Services): void {
  app.get('/branding/:school/item/:name', (c) => {
    c.set('route', '/branding/:school/item/:name')
    return answerPicture(c, (schoolId, hash) => readPicture(db, schoolId, hash))
  })
}
