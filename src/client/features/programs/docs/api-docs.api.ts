import { readFailure } from '#local/kernel/http.ts'
import { http } from '#client/platform/http.ts'
import { openApiPath } from '#shared/programs/api-document.rules.ts'
import type { OpenApiDocument } from '#shared/programs/api-document.types.ts'

/** Reads the published document of this server. @throws AppError */
export async function fetchDocument(): Promise<OpenApiDocument> {
  try {
    return await http.client.get(openApiPath.slice(1), { prefix: '/' }).json<OpenApiDocument>()
  } catch (error) {
    throw readFailure(error)
  }
}
