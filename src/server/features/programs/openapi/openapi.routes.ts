import type { Hono } from 'hono'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { openApiPath } from '#shared/programs/api-document.rules.ts'
import { isOffered, openApiDocument } from './openapi-document.ts'

/** Serves the document of the calls that other programs may make, to anybody: it tells of no school. */
export function mountOpenApi(app: Hono, endpoints: readonly Endpoint[]): void {
  let written: string | undefined
  app.get(openApiPath, (c) => {
    c.set('route', openApiPath)
    written ??= JSON.stringify(openApiDocument(endpoints.filter(isOffered)))
    return c.body(written, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  })
}
