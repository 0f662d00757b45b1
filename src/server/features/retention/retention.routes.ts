import type { Feature } from '#server/http/serve.ts'
import { subjectAccessRoutes } from './access/subject-access.routes.ts'
import { breachRoutes } from './breaches/breach.routes.ts'
import { erasureRoutes } from './erasure.routes.ts'

/** Data protection: erasure, subject access, data breaches. */
export const retentionRoutes: Feature = (deps) => [
  ...erasureRoutes(deps),
  ...subjectAccessRoutes(deps),
  ...breachRoutes(deps),
]
