import type { MiddlewareHandler } from 'hono'
import { isFaceWorker } from '#shared/recognition/face-files.rules.ts'
import type { Settings } from './settings.ts'

/**
 * No inline script or style, no other origin but that of a printer in the settings, and scripts that the DOM would run only through
 * our one policy.
 */
const contentSecurityPolicy = (printers: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...printers].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-sw app-faces',
  ].join('; ')

/** A worker runs under its own response's policy: only the recogniser's may compile WebAssembly, no page may. */
const faceWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'x-content-type-options': 'nosniff',
  // A page's address may contain a token: `/consent/{token}`. Not even our own server gets the referrer.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // A till prints over its own cables; nothing else of the machine is asked for.
  'permissions-policy': 'camera=(self), usb=(self), serial=(self), hid=(), microphone=(), geolocation=(), payment=()',
}

/** Pictures that pages of the schools' hosts fetch from the assets' host. */
const ofAssets = { 'cross-origin-resource-policy': 'cross-origin' }

const ofFaceWorker = { 'content-security-policy': faceWorkerPolicy }

export type HeaderSettings = Partial<Pick<Settings, 'publicUrl' | 'captcha' | 'printers' | 'assetsUrl'>>

/** Origins of printers that tills call by themselves. */
const originsOf = (printers: HeaderSettings['printers'] = []): string[] => [
  ...new Set(printers.filter(({ by }) => by === 'browser').map(({ address }) => address)),
]

/** A third-party captcha runs in a page of ours (captcha-page.routes.ts), inside a frame. Of the assets' host only pictures are taken. */
function policyFor({ captcha, printers, assetsUrl }: HeaderSettings): string {
  const own = contentSecurityPolicy(originsOf(printers))
  const policy = assetsUrl ? own.replace("img-src 'self'", `img-src 'self' ${assetsUrl}`) : own
  return captcha ? `${policy}; frame-src 'self'` : policy
}

/** Returns the headers of an answer. Over https the browser is told to stay there. */
export const headersFor = (settings: HeaderSettings): Record<string, string> => ({
  ...headers,
  'content-security-policy': policyFor(settings),
  ...(settings.publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
})

/** Sets headers on every answer, errors included; a route may have set a stricter one. */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const usual = headersFor(settings)
  return async (context, next) => {
    await next()
    const isAsset = settings.assetsUrl !== undefined && /^\/branding\/[\w-]+\/logo\.svg$/.test(context.req.path)
    const special: Record<string, string> = isFaceWorker(context.req.path) ? ofFaceWorker : isAsset ? ofAssets : {}
    for (const [name, value] of Object.entries({ ...usual, ...special })) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  }
}
