import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isOffered, openApiDocument } from '#server/features/programs/openapi/openapi-document.ts'
import type { OpenApiDocument } from '#shared/programs/api-document.types.ts'
import { endpoints } from '#tests/support/checks/endpoints.ts'
import { findBreaks } from './find-breaks.ts'

/*
 * `npm run api:update`: writes the published document again, unless programs that were written for the one before would break.
 */

const path = fileURLToPath(new URL('published.json', import.meta.url))
const now = openApiDocument(endpoints.filter(isOffered))
const breaks = existsSync(path) ? findBreaks(JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument, now) : []
for (const each of breaks) process.stdout.write(`breaks programs: ${each}\n`)
if (breaks.length > 0) process.exit(1)
writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`)
