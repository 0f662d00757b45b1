import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { ConsentEffect } from '#server/features/consents/consent-effect.service.ts'
import { setPaper } from '#server/features/letters/issue/print-letter.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { writeSheet } from '#server/features/lists/spreadsheet/write-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { studentRehearse } from '#shared/admissions/student-rehearse.contract.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import { isGuardianColumn } from '#shared/students/export-columns.rules.ts'
import { staffActor } from '../transitions/actor.service.ts'
import { rehearse } from '../transitions/rehearse.service.ts'
import { exportRows, exportSheet } from './student-export.service.ts'
import { printedList, rowsForPaper } from './student-print.service.ts'

/** Routes for actions on many students. */
export const studentListRoutes =
  (consentEffects: readonly ConsentEffect[]): Feature =>
  ({ clock }) => [
    route.session(studentRehearse, async (ctx, asked) => {
      requirePermission(ctx.session, 'students.decide')
      const by = { ...staffActor(ctx), consentEffects }
      return ctx.tenant(async (tx) => ({ results: await rehearse(tx, by, asked) }))
    }),
    route.session(studentExport, async (ctx, asked) => {
      requirePermission(ctx.session, 'students.export')
      if (asked.columns.some(isGuardianColumn)) requirePermission(ctx.session, 'students.see')
      const day = businessDay(clock.nowMs(), ctx.school.timeZone, 0)
      const { format } = asked
      const bytes = format === 'pdf' ? await paperOf(ctx, asked, day) : await sheetOf(ctx, asked, format)
      return { name: `students-${day}.${format}`, kind: format, bytes }
    }),
  ]

type Params = z.output<typeof studentExport.body>

const placeOf = ({ school: { schoolId, timeZone } }: SessionCtx) => ({ schoolId, timeZone })

const sheetOf = (ctx: SessionCtx, asked: Params, format: SheetFormat): Promise<Uint8Array<ArrayBuffer>> =>
  ctx.tenant(async (tx) => {
    let count = 0
    const rows = exportRows(tx, { ...asked, ...placeOf(ctx) }, (more) => {
      count += more
    })
    const made = await writeSheet(exportSheet(asked), rows, format)
    await recordAuditEvent(tx, ctx, 'students-exported', { about: null, facts: { count, format } })
    return made
  })

/** Typeset after the transaction, as it takes seconds. @throws AppError request.too-large, letter.not-made */
async function paperOf(ctx: SessionCtx, asked: Params, today: Day): Promise<Uint8Array<ArrayBuffer>> {
  const list = await ctx.tenant(async (tx) => {
    const rows = await rowsForPaper(exportRows(tx, { ...asked, ...placeOf(ctx) }, () => {}))
    const school = await paperSchool(tx, ctx.school.schoolId)
    await recordAuditEvent(tx, ctx, 'students-exported', { about: null, facts: { count: rows.length, format: 'pdf' } })
    return printedList({ sheet: exportSheet(asked), rows, school, today })
  })
  return Uint8Array.from((await setPaper(ctx.deps, list, 'list of students')).pdf)
}
