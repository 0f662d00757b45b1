import type { Context, Hono } from 'hono'
import { refusalBody } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { schoolOfHost } from '#server/http/tenant.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import {
  type AppFace,
  type IconFace,
  iconSvg,
  initialOf,
  manifestOf,
  productApp,
  productFace,
} from './branding.view.ts'
import { readBranding } from './school.service.ts'

type Branding = NonNullable<Awaited<ReturnType<typeof readBranding>>>
/** Renderer; undefined stands for the product itself, on a host of no school. */
type Draw = (school: Branding | undefined) => { type: string; body: string }

const svg = (body: string) => ({ type: 'image/svg+xml', body })
const faceOf = (school: Branding | undefined): IconFace => {
  if (!school) return productFace
  const { name, language, logoSvg, profile } = school
  const logo = profile.icon === 'logo' ? logoSvg : undefined
  return { initial: initialOf(name[language]), brand: profile.theme.brand, logo }
}
const appOf = (school: Branding | undefined): AppFace =>
  school ? { ...school, brand: school.profile.theme.brand } : productApp

const files: Readonly<Record<string, Draw>> = {
  'logo.svg': (school) => svg(school?.logoSvg || iconSvg(faceOf(school), false)),
  'icon.svg': (school) => svg(iconSvg(faceOf(school), false)),
  'maskable.svg': (school) => svg(iconSvg(faceOf(school), true)),
  'manifest.webmanifest': (school) => ({
    type: 'application/manifest+json',
    body: JSON.stringify(manifestOf(appOf(school))),
  }),
}

/**
 * Serves a school's branding publicly: `/manifest.webmanifest` and `/branding/<file>` by host name, `/branding/<code>/<file>`
 * where the host is shared.
 */
export function mountBranding(app: Hono, services: Services): void {
  for (const [file, draw] of Object.entries(files)) {
    const byHost = file === 'manifest.webmanifest' ? `/${file}` : `/branding/${file}`
    app.get(byHost, async (c) => {
      c.set('route', byHost)
      const found = await schoolOfHost(c, services)
      return send(c, draw(found && (await readBranding(services.deps.db, found.schoolId))))
    })
    app.get(`/branding/:code/${file}`, async (c) => {
      c.set('route', `/branding/:code/${file}`)
      const found = await services.findSchool(c.req.param('code'))
      const school = found && (await readBranding(services.deps.db, found.schoolId))
      return school ? send(c, draw(school)) : c.json(refusalBody('tenant.unknown'), 404)
    })
  }
}

/** Policy for a logo uploaded by a school: opened as a page it may draw, and nothing else. */
const drawOnly = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

function send(c: Context, { type, body }: ReturnType<Draw>): Response {
  const etag = `"${sha256Hex(body).slice(0, 32)}"`
  const headers = {
    etag,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=60',
    'content-security-policy': drawOnly,
    'x-content-type-options': 'nosniff',
  }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
  return known ? c.body(null, 304, headers) : c.body(body, 200, headers)
}
