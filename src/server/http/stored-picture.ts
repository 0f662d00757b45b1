import type { Context } from 'hono'
import { Uuid } from '#shared/kernel/fields.ts'
import { refusalBody } from './errors.ts'

/** Policy for an uploaded picture: opened as a page it does nothing. */
const showOnly = "default-src 'none'; sandbox"

interface StoredPicture {
  kind: 'webp' | 'jpeg'
  data: Uint8Array
}

/**
 * Answers a call of `/branding/<school's id>/<kind>/<name>` with a picture whose bytes never change under its name, of 32 hex digits.
 * @param read returns the picture; undefined where the school has none of this name
 */
export async function answerPicture(
  c: Context,
  read: (schoolId: string, name: string) => Promise<StoredPicture | undefined>,
): Promise<Response> {
  const [schoolId, name] = [Uuid.safeParse(c.req.param('school')).data, c.req.param('name') ?? '']
  const picture = schoolId && /^[0-9a-f]{32}$/.test(name) ? await read(schoolId, name) : undefined
  if (!picture) return c.json(refusalBody('request.not-found'), 404)
  return c.body(Uint8Array.from(picture.data), 200, {
    'content-type': `image/${picture.kind}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': showOnly,
    'x-content-type-options': 'nosniff',
  })
}
