import type { Context, Hono } from 'hono'
import { refusalBody } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { schoolOfHost } from '#server/http/tenant.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type AppIconName, appIconNames } from '#shared/school/settings/app-icons.contract.ts'
import {
  type AppFace,
  type IconFace,
  iconSvg,
  initialOf,
  manifestOf,
  productApp,
  productFace,
} from './branding.view.ts'
import { currentIcons, readIcon } from './icons/app-icon.service.ts'
import { readBranding } from './school.service.ts'

type Branding = NonNullable<Awaited<ReturnType<typeof readBranding>>>
/** Renderer; undefined stands for the product itself, on a host of no school. */
type Draw = (school: Branding | undefined, pictures: readonly AppIconName[]) => { type: string; body: string }

const svg = (body: string) => ({ type: 'image/svg+xml', body })
/** Returns what a school's icon shows. */
export const faceOf = (school: Pick<Branding, 'name' | 'language' | 'logoSvg' | 'profile'> | undefined): IconFace => {
  if (!school) return productFace
  const { name, language, logoSvg, profile } = school
  const logo = profile.icon === 'logo' ? logoSvg : undefined
  return { initial: initialOf(name[language]), brand: profile.theme.brand, logo }
}
const appOf = (school: Branding | undefined): AppFace =>
  school ? { ...school, brand: school.profile.theme.brand } : productApp

const manifest = 'manifest.webmanifest'

const files: Readonly<Record<string, Draw>> = {
  'logo.svg': (school) => svg(school?.logoSvg || iconSvg(faceOf(school), false)),
  'icon.svg': (school) => svg(iconSvg(faceOf(school), false)),
  'maskable.svg': (school) => svg(iconSvg(faceOf(school), true)),
  [manifest]: (school, pictures) => ({
    type: 'application/manifest+json',
    body: JSON.stringify(manifestOf(appOf(school), pictures)),
  }),
}

/**
 * Serves a school's branding publicly: `/manifest.webmanifest` and `/branding/<file>` by host name, `/branding/<code>/<file>`
 * where the host is shared.
 */
export function mountBranding(app: Hono, services: Services): void {
  for (const [file, draw] of Object.entries(files)) {
    const byHost = file === manifest ? `/${file}` : `/branding/${file}`
    app.get(byHost, async (c) => {
      c.set('route', byHost)
      const found = await schoolOfHost(c, services)
      const school = found && (await readBranding(services.deps.db, found.schoolId))
      return send(
        c,
        draw(school, found && school && file === manifest ? await picturesOf(services, found.schoolId, school) : []),
      )
    })
    app.get(`/branding/:code/${file}`, async (c) => {
      c.set('route', `/branding/:code/${file}`)
      const found = await services.findSchool(c.req.param('code'))
      const school = found && (await readBranding(services.deps.db, found.schoolId))
      const pictures = found && school && file === manifest ? await picturesOf(services, found.schoolId, school) : []
      return school ? send(c, draw(school, pictures)) : c.json(refusalBody('tenant.unknown'), 404)
    })
  }
  for (const name of appIconNames) mountPicture(app, services, name)
}

/** Serves an icon as a picture, while it shows the drawing of now. */
function mountPicture(app: Hono, services: Services, name: AppIconName): void {
  app.get(`/branding/:code/${name}.png`, async (c) => {
    c.set('route', `/branding/:code/${name}.png`)
    const { db } = services.deps
    const found = await services.findSchool(c.req.param('code'))
    const school = found && (await readBranding(db, found.schoolId))
    const png =
      found && school && (await db.tenant(found.schoolId, (tx) => readIcon(tx, found.schoolId, faceOf(school), name)))
    return png
      ? c.body(new Uint8Array(png), 200, { ...publicHeaders, 'content-type': 'image/png' })
      : c.json(refusalBody('request.not-found'), 404)
  })
}

const picturesOf = ({ deps }: Services, schoolId: string, school: Branding): Promise<AppIconName[]> =>
  deps.db.tenant(schoolId, (tx) => currentIcons(tx, schoolId, faceOf(school)))

/** Policy for a logo uploaded by a school: opened as a page it may draw, and nothing else. */
const drawOnly = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const publicHeaders = {
  'cache-control': 'public, max-age=60',
  'content-security-policy': drawOnly,
  'x-content-type-options': 'nosniff',
}

function send(c: Context, { type, body }: ReturnType<Draw>): Response {
  const etag = `"${sha256Hex(body).slice(0, 32)}"`
  const headers = {
    ...publicHeaders,
    etag,
    'content-type': `${type}; charset=utf-8`,
  }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
  return known ? c.body(null, 304, headers) : c.body(body, 200, headers)
}
