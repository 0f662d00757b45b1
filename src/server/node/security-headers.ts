import type { MiddlewareHandler } from 'hono'
import { isFaceWorker } from '#shared/recognition/face-files.rules.ts'
import type { Settings } from './settings.ts'

/** No inline script or style, no other origin, and scripts that the DOM would run only through our one policy. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
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
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  // A page's address may contain a token: `/consent/{token}`. Not even our own server gets the referrer.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

/** A third-party captcha runs in a page of ours (captcha-page.routes.ts), inside a frame. */
const withFrame = { 'content-security-policy': `${contentSecurityPolicy}; frame-src 'self'` }

const ofFaceWorker = { 'content-security-policy': faceWorkerPolicy }

export type HeaderSettings = Partial<Pick<Settings, 'publicUrl' | 'captcha'>>

/** Returns the headers of an answer. Over https the browser is told to stay there. */
export const headersFor = ({ publicUrl, captcha }: HeaderSettings): Record<string, string> => ({
  ...headers,
  ...(captcha && withFrame),
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Sets headers on every answer, errors included; a route may have set a stricter one. */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const usual = headersFor(settings)
  return async (context, next) => {
    await next()
    const special: Record<string, string> = isFaceWorker(context.req.path) ? ofFaceWorker : {}
    for (const [name, value] of Object.entries({ ...usual, ...special })) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  }
}
