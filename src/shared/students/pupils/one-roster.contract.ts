import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'

/**
 * Exports the school, its classes and pupils as OneRoster 1.2 CSV, in one ZIP; birth dates only when asked for. The import of pupils
 * reads the file again, and nothing would change. @throws AppError access.denied
 */
export const exportOneRoster = endpoint({
  method: 'post',
  path: '/pupils/one_roster',
  audience: 'session',
  body: z.object({ withBirthDates: z.boolean().default(false) }),
  reply: FileReply,
  isFile: true,
})
