import type { Hono } from 'hono'
import type { Services } from '#server/http/services.ts'
import { answerPicture } from '#server/http/stored-picture.ts'
import { readAvatar } from '../sessions/profile.service.ts'

/**
 * Serves people's own pictures at `/branding/<school's id>/person/<random name>`: an image in a page carries no session, so the name
 * is the secret, and only staff who see the person are told it.
 */
export function mountAvatars(app: Hono, { deps: { db } }: Services): void {
  app.get('/branding/:school/person/:name', (c) => {
    c.set('route', '/branding/:school/person/:name')
    return answerPicture(c, (schoolId, name) => readAvatar(db, schoolId, name))
  })
}
