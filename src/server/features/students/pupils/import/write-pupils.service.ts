import { sql } from 'drizzle-orm'
import { lockPupilsOfList, lockRoster } from '#server/features/pos/roster/roster.service.ts'
import { writeRoster } from '#server/features/pos/roster/write-roster.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { addClasses } from '../../classes/class.service.ts'
import { giveChildren } from '../../family/family.service.ts'
import { studentGuardians } from '../../record/student-record.table.ts'
import { foundBy } from '../../student.service.ts'
import { students } from '../../student.table.ts'
import { studentChanges } from '../../student-change.table.ts'
import { guardianMeant, guardianValues } from './file-guardian.rules.ts'
import { type PlannedPupil, planPupils, type RosterFacts } from './plan-pupils.rules.ts'
import type { FilePupil } from './pupil-row.rules.ts'
import { readRosterFacts } from './roster-facts.service.ts'

export interface ImportBy {
  schoolId: string
  nowMs: number
  random: Random
  byUser: UserId
  /** School year of the classes. */
  year: number
  language: Language
}

/**
 * Imports a part of a file in one transaction. Rows are judged once more: somebody may have changed a pupil since the file was
 * read. Guardians' addresses get access to the child at home, as with a place that admissions confirm.
 * @returns the rows that are refused now, and how many addresses got access
 */
export async function importPupils(tx: Tx, by: ImportBy, files: readonly FilePupil[]) {
  const { schoolId, year } = by
  await lockRoster(tx, schoolId)
  await lockPupilsOfList(
    tx,
    schoolId,
    files.map(({ admissionNo, openingBalance }) => ({ admissionNo, isOpened: openingBalance !== undefined })),
  )
  await addClasses(
    tx,
    by,
    files.flatMap(({ className, grade }) =>
      className === undefined || grade === undefined ? [] : [{ year, grade, name: className }],
    ),
  )
  const facts = await readRosterFacts(tx, schoolId, year, files)
  const { written, refused } = planPupils(files, facts)
  const withFile = written.map((planned) => ({
    ...planned,
    studentId: planned.known?.studentId ?? uuidv7(by.nowMs, by.random),
  }))
  const isUnfiled = ({ known }: PlannedPupil) => (known?.studentId ?? null) === null
  await addFiles(tx, by, withFile.filter(isUnfiled))
  await changeFiles(
    tx,
    by,
    withFile.filter((planned) => !isUnfiled(planned)),
  )
  await writeGuardians(tx, by, withFile, facts.guardians)
  const addresses = withFile.flatMap(({ file: { guardian }, studentId }) =>
    guardian?.email ? [{ studentId, address: guardian.email }] : [],
  )
  const given = await giveChildren(tx, { schoolId, nowMs: by.nowMs, userId: by.byUser }, addresses)
  await writeRoster(
    tx,
    by,
    withFile.map(({ known, values, opening, studentId }) => ({
      ...values,
      customerId: known?.customerId ?? (uuidv7(by.nowMs, by.random) as CustomerId),
      isNew: known === undefined,
      linkTo: known?.studentId === studentId ? null : studentId,
      opening,
      cardBefore: known?.cardNo ?? null,
    })),
  )
  return { refused, given }
}

type WithFile = PlannedPupil & { studentId: string }

/** A pupil of the school has a file whose place is confirmed, as one who came through admissions. */
async function addFiles(tx: Tx, by: ImportBy, planned: readonly WithFile[]): Promise<void> {
  if (planned.length === 0) return
  const { schoolId, nowMs, random, byUser, year, language } = by
  const at = toInstant(nowMs)
  await tx.insert(students).values(
    planned.map(({ studentId, file, values, grade, known }) => {
      const names = {
        nameLatin: file.nameEn ?? known?.name.en ?? null,
        nameArabic: file.nameAr ?? known?.name.ar ?? null,
        reference: file.admissionNo,
      }
      return {
        ...names,
        ...foundBy(names),
        schoolId,
        id: studentId,
        origin: 'import' as const,
        birthDate: values.birthDate,
        entryYear: year,
        grade: grade ?? null,
        source: 'import',
        language,
        status: 'confirmed' as const,
        statusSince: at,
        appliedAt: at,
        revision: 1,
      }
    }),
  )
  await tx.insert(studentChanges).values(
    planned.map(({ studentId }) => ({
      schoolId,
      id: uuidv7(nowMs, random),
      studentId,
      revision: 1,
      toStatus: 'confirmed' as const,
      mover: 'registrar' as const,
      byUser,
      decidedAt: at,
      recordedAt: at,
    })),
  )
}

/** Names and birth date of the file follow the list; its grade stays that of the intake. */
async function changeFiles(tx: Tx, { schoolId }: ImportBy, planned: readonly WithFile[]): Promise<void> {
  if (planned.length === 0) return
  const said = planned.map(({ studentId, file }) => ({
    id: studentId,
    nameLatin: file.nameEn ?? null,
    nameArabic: file.nameAr ?? null,
    birthDate: file.birthDate ?? null,
  }))
  const { rows } = await tx.execute<{
    id: string
    nameLatin: string | null
    nameArabic: string | null
    reference: string
  }>(sql`
    update students s set name_latin = coalesce(r."nameLatin", s.name_latin),
      name_arabic = coalesce(r."nameArabic", s.name_arabic), birth_date = coalesce(r."birthDate", s.birth_date),
      revision = s.revision + 1
    from jsonb_to_recordset(${jsonRows(said)}) as r(id uuid, "nameLatin" text, "nameArabic" text, "birthDate" date)
    where s.school_id = ${schoolId} and s.id = r.id and s.erased_at is null
    returning s.id, s.name_latin as "nameLatin", s.name_arabic as "nameArabic", s.reference`)
  await tx.execute(sql`
    update students s set sort_name = r."sortName", search_text = r."searchText"
    from jsonb_to_recordset(${jsonRows(rows.map((row) => ({ id: row.id, ...foundBy(row) })))})
      as r(id uuid, "sortName" text, "searchText" text)
    where s.school_id = ${schoolId} and s.id = r.id`)
}

/** A guardian on record whom the file means is changed; another one is added behind them. */
async function writeGuardians(
  tx: Tx,
  { schoolId, nowMs, random }: ImportBy,
  planned: readonly WithFile[],
  known: RosterFacts['guardians'],
): Promise<void> {
  const blank = { nameLatin: null, nameArabic: null, email: null, phone: null }
  const said = planned.flatMap(({ file: { guardian }, studentId }) => {
    const before = known.get(studentId) ?? []
    return guardian
      ? [{ studentId, position: before.length, meant: guardianMeant(guardian, before), ...guardianValues(guardian) }]
      : []
  })
  const added = said.filter(({ meant }) => meant === undefined)
  if (added.length > 0)
    await tx
      .insert(studentGuardians)
      .values(added.map(({ meant: _meant, ...row }) => ({ ...blank, ...row, schoolId, id: uuidv7(nowMs, random) })))
  const changed = said.flatMap(({ meant, ...row }) => (meant ? [{ ...row, id: meant.id }] : []))
  if (changed.length === 0) return
  await tx.execute(sql`
    update student_guardians g set name_latin = coalesce(r."nameLatin", g.name_latin),
      name_arabic = coalesce(r."nameArabic", g.name_arabic), email = coalesce(r.email, g.email),
      phone = coalesce(r.phone, g.phone)
    from jsonb_to_recordset(${jsonRows(changed)}) as r(id uuid, "nameLatin" text, "nameArabic" text, email text, phone text)
    where g.school_id = ${schoolId} and g.id = r.id`)
}
