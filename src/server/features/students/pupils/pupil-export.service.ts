import { and, eq } from 'drizzle-orm'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import { type ListedPupil, listPupils } from '#server/features/pos/roster/list-pupils.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { pupilColumns } from '#shared/students/pupils/pupil-import.contract.ts'
import { classYear } from '../classes/class.service.ts'
import { schoolClasses } from '../classes/class.table.ts'
import { type AskedPupils, rosterFilter } from './pupil.service.ts'

/** Each page is sorted separately. */
const sortedPage = 5000

interface PlacedClass {
  id: string
  grade: string
  name: Bilingual
}

interface ExportedPupil extends ListedPupil {
  /** The class of the school year; of an earlier one, which an import would create again, none. */
  schoolClass: PlacedClass | undefined
}

/**
 * Exports the pupils of the filter, with the headings that the import reads. Grades are codes, as the import reads them in either
 * language. @throws AppError access.denied, request.too-large
 */
export const exportPupils = (ctx: SessionCtx, asked: AskedPupils, how: ExportHow<'pupils'>): Promise<FileReply> =>
  exportList(ctx, 'pupils', how, {
    heads: pupilColumns,
    pages: (tx) => pupilsFound(tx, ctx, asked),
    cells: ({ admissionNo, name, schoolClass, birthDate, active, leftOn }, voice) => ({
      admissionNo,
      nameEn: name.en,
      nameAr: name.ar,
      grade: schoolClass?.grade ?? null,
      classEn: schoolClass?.name.en ?? null,
      classAr: schoolClass?.name.ar ?? null,
      birthDate,
      state: voice.text(`export.holder.${active ? 'active' : 'left'}`),
      leftOn,
    }),
  })

async function* pupilsFound(tx: Tx, ctx: SessionCtx, asked: AskedPupils): AsyncGenerator<readonly ExportedPupil[]> {
  const { schoolId } = ctx.school
  const filter = await rosterFilter(tx, ctx, asked)
  const classes = await classesNow(tx, schoolId, ctx.deps.clock.nowMs())
  const read = async (last: ListedPupil | undefined, limit: number) =>
    (await listPupils(tx, schoolId, filter, { after: last?.customerId, limit })).rows
  for await (const page of allPages(read, sortedPage))
    yield page.map((pupil) => ({ ...pupil, schoolClass: classes.get(pupil.classId ?? '') }))
}

async function classesNow(tx: Tx, schoolId: string, nowMs: number): Promise<Map<string, PlacedClass>> {
  const { id, grade, name } = schoolClasses
  const rows = await tx
    .select({ id, grade, name })
    .from(schoolClasses)
    .where(and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.year, await classYear(tx, schoolId, nowMs))))
  return new Map(rows.map((row) => [row.id, row]))
}
