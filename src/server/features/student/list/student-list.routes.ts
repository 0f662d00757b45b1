import { requirePermission } from '#server/features/access/access.service.ts'
import { noteAct } from '#server/features/audit/audit.service.ts'
import { csvOf } from '#server/features/sheet/csv.service.ts'
import { xlsxOf } from '#server/features/sheet/xlsx.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { studentExport } from '#shared/contract/student-export.ts'
import { studentRehearse } from '#shared/contract/student-rehearse.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { rehearse } from './student-rehearse.service.ts'
import { exportRows, exportSheet } from './student-export.service.ts'

/** What is done with many students at once. */
export const studentListRoutes: Feature = ({ clock, random }) => [
  route.session(studentRehearse, async (ctx, asked) => {
    requirePermission(ctx.session, 'students.decide')
    const { schoolId, timeZone } = ctx.school
    const { user, roles } = ctx.session
    const nowMs = clock.nowMs()
    const today = businessDay(nowMs, timeZone, 0)
    const by = { schoolId, userId: user.userId, roles, nowMs, today, random, mail: ctx }
    return ctx.tenant(async (tx) => ({ results: await rehearse(tx, by, asked) }))
  }),
  route.session(studentExport, async (ctx, { format, ...asked }) => {
    requirePermission(ctx.session, 'students.export')
    const { schoolId, timeZone } = ctx.school
    const day = businessDay(clock.nowMs(), timeZone, 0)
    // Made whole, compressed, before the first byte leaves: no slow reader holds a transaction open, and what goes wrong is refused.
    const chunks = await ctx.tenant(async (tx) => {
      let count = 0
      const rows = exportRows(tx, { ...asked, schoolId, timeZone }, (more) => {
        count += more
      })
      const made: Uint8Array[] = []
      const write = format === 'csv' ? csvOf : xlsxOf
      for await (const chunk of write(exportSheet(asked), rows)) made.push(chunk)
      await noteAct(tx, ctx, 'students-exported', { about: null, facts: { count, format } })
      return made
    })
    return { name: `students-${day}.${format}`, kind: format, bytes: joined(chunks) }
  }),
]

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
