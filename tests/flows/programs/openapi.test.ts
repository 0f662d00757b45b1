import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOffered, openApiDocument } from '#server/features/programs/openapi/openapi-document.ts'
import { operationTexts } from '#server/features/programs/openapi/openapi-document.ts'
import { exampleOf, fieldsOf } from '#client/features/programs/docs/schema-fields.ts'
import type { ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'
import { openApiPath } from '#shared/programs/api-document.rules.ts'
import { endpoints } from '#tests/support/checks/endpoints.ts'
import { findBreaks } from '#tests/support/openapi/find-breaks.ts'
import { type Box, openBox, send } from '#tests/support/server.ts'

const published = JSON.parse(
  readFileSync(new URL('../../support/openapi/published.json', import.meta.url), 'utf8'),
) as OpenApiDocument
const offered = endpoints.filter(isOffered)
const now = openApiDocument(offered)

describe('the published API', () => {
  it('breaks no program that was written for it (OPS-50)', () => {
    expect(findBreaks(published, now), 'a published call must stay as it is: add a new one beside it').toEqual([])
  })

  it('is published as it is: npm run api:update writes tests/support/openapi/published.json', () => {
    expect(now).toEqual(published)
  })

  it('is noticed when it breaks: one field less in an answer is', () => {
    const text = JSON.stringify(published).replaceAll('"admissionNo"', '"number"')
    expect(findBreaks(published, JSON.parse(text) as OpenApiDocument)).toContain(
      'post /pupils/list answer.rows[].admissionNo: removed',
    )
  })

  it('offers calls of signed-in people alone, each once and with a text', () => {
    const names = offered.map((each) => each.public.name)
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(operationTexts).toSorted()).toEqual(names.toSorted())
    expect(offered.filter(({ audience, isFile }) => audience !== 'session' || isFile)).toEqual([])
  })
})

it('can be drawn: each answer has fields and an example', () => {
  for (const methods of Object.values(published.paths)) {
    for (const { responses } of Object.values(methods)) {
      const { content } = responses['200'] as { content: { 'application/json': { schema: ApiSchema } } }
      const { schema } = content['application/json']
      expect(fieldsOf(schema)).not.toEqual([])
      expect(exampleOf(schema)).toEqual(expect.anything())
    }
  }
})

describe('its document', () => {
  let box: Box
  beforeAll(async () => {
    box = await openBox('pglite')
  })
  afterAll(() => box.close())

  it('is there for anybody, the same on every host', async () => {
    const { status, headers, body } = await send(box.app, { host: 'alnoor.localhost' }, 'get', openApiPath)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body).toEqual(published)
  })
})
