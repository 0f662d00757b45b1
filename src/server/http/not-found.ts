import type { Hono, NotFoundHandler } from 'hono'
import { refusalBody } from './errors.ts'

/** Answers unknown addresses, and known ones with another method. */
export function answerUnknown(app: Hono): NotFoundHandler {
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of app.routes) {
    if (method !== 'ALL') methods.set(path, (methods.get(path) ?? new Set()).add(method))
  }
  return (c) => {
    const allowed = methods.get(c.req.path)
    if (!allowed || allowed.has(c.req.method)) return c.json(refusalBody('request.not-found'), 404)
    return c.json(refusalBody('request.not-found'), 405, { allow: [...allowed].join(', ') })
  }
}
