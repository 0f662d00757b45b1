import type { KnownPupil, RosterValues } from '#server/features/pos/roster/roster.service.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, zero } from '#shared/kernel/money.ts'
import type { PupilColumn, PupilProblem } from '#shared/students/pupils/pupil-import.contract.ts'
import { type KnownGuardian, sameGuardian } from './file-guardian.rules.ts'
import type { FilePupil } from './pupil-row.rules.ts'

/** A class of the school year, or one that an earlier row of the file names; that one has no id before it is written. */
export interface ClassSeen {
  id: string | null
  grade: string
  name: Bilingual
}

/** Facts of the school that decide what becomes of rows. */
export interface RosterFacts {
  known: ReadonlyMap<string, KnownPupil>
  owners: ReadonlyMap<string, CustomerId>
  /** By English name in lower case, as no two of a year may be the same; classes that the file brings are added. */
  classes: Map<string, ClassSeen>
  guardians: ReadonlyMap<string, readonly KnownGuardian[]>
}

export interface PlannedPupil {
  file: FilePupil
  known: KnownPupil | undefined
  values: RosterValues
  grade: string | undefined
  /** Opening balance to write; null for none. */
  opening: Minor | null
}

interface PupilPlan {
  written: PlannedPupil[]
  same: number
  refused: { file: FilePupil; problems: PupilProblem[] }[]
}

/** Decides for every row of a file, or of a part of it, what becomes of it. */
export function planPupils(files: readonly FilePupil[], facts: RosterFacts): PupilPlan {
  const plan: PupilPlan = { written: [], same: 0, refused: [] }
  const numbers = new Set<string>()
  const cards = new Set<string>()
  for (const file of files) {
    const known = facts.known.get(file.admissionNo)
    const problems: PupilProblem[] = []
    const blame = (column: PupilColumn | null, why: PupilProblem['why']) => void problems.push({ column, why })
    if (numbers.has(file.admissionNo)) blame('admissionNo', 'twice')
    if (file.cardNo !== undefined) {
      const owner = facts.owners.get(file.cardNo)
      if (cards.has(file.cardNo)) blame('cardNo', 'twice')
      else if (owner !== undefined && owner !== known?.customerId) blame('cardNo', 'card-taken')
    }
    if (!known && file.nameEn === undefined && file.nameAr === undefined) blame(null, 'no-name')
    const placed = placeOf(file, known, facts.classes, blame)
    const isOpened = known !== undefined && known.opening !== null
    if (isOpened && file.openingBalance !== undefined && file.openingBalance !== known.opening)
      blame('openingBalance', 'already-opened')
    if (problems.length > 0) {
      plan.refused.push({ file, problems })
      continue
    }
    numbers.add(file.admissionNo)
    if (file.cardNo !== undefined) cards.add(file.cardNo)
    const opening = isOpened || !file.openingBalance ? null : file.openingBalance
    const values = valuesOf(file, known, placed)
    const planned = { file, known, values, grade: placed.grade, opening }
    if (known && isSame(planned, known, facts.guardians)) plan.same += 1
    else plan.written.push(planned)
  }
  return plan
}

interface Placed {
  className: string
  classId: string | null
  grade: string | undefined
}

function placeOf(
  { className, grade }: FilePupil,
  known: KnownPupil | undefined,
  classes: Map<string, ClassSeen>,
  blame: (column: PupilColumn, why: PupilProblem['why']) => void,
): Placed {
  if (className === undefined) {
    const own = known?.classId ? [...classes.values()].find(({ id }) => id === known.classId) : undefined
    if (own && grade !== undefined && grade !== own.grade) blame('grade', 'other-grade')
    // Without a class the grade serves as one, as for pupils who come from admissions.
    const name = known?.classId ? known.className : (grade ?? known?.className ?? '')
    return { className: name, classId: known?.classId ?? null, grade: own?.grade ?? grade }
  }
  const key = className.en.toLowerCase()
  const seen = classes.get(key)
  if (!seen && grade === undefined) blame('grade', 'missing')
  if (seen && grade !== undefined && grade !== seen.grade) blame('grade', 'other-grade')
  const found = seen ?? { id: null, grade: grade ?? '', name: className }
  if (!seen && grade !== undefined) classes.set(key, found)
  return { className: found.name.en, classId: found.id, grade: found.grade }
}

function valuesOf(file: FilePupil, known: KnownPupil | undefined, { className, classId }: Placed): RosterValues {
  const en = file.nameEn ?? known?.name.en ?? file.nameAr ?? ''
  return {
    admissionNo: file.admissionNo,
    name: { en, ar: file.nameAr ?? known?.name.ar ?? en },
    className,
    classId,
    birthDate: file.birthDate ?? known?.birthDate ?? null,
    cardNo: file.cardNo ?? known?.cardNo ?? null,
    allergens: file.allergens ?? known?.allergens ?? [],
    diet: file.diet ?? known?.diet ?? [],
    dailyLimit: file.dailyLimit ?? known?.dailyLimit ?? null,
    overdraft: file.overdraft ?? known?.overdraft ?? zero,
  }
}

/** Whether nothing would change: the values, the file of the pupil, the guardian and the opening balance. */
function isSame(
  { file, values, opening }: PlannedPupil,
  known: KnownPupil,
  guardians: RosterFacts['guardians'],
): boolean {
  const isInNewClass = file.className !== undefined && values.classId === null
  if (known.studentId === null || opening !== null || isInNewClass) return false
  const sorted = (of: RosterValues) => ({ ...of, allergens: [...of.allergens].sort(), diet: [...of.diet].sort() })
  if (canonicalJson(sorted({ ...known, ...values })) !== canonicalJson(sorted(known))) return false
  return file.guardian === undefined || sameGuardian(file.guardian, guardians.get(known.studentId) ?? [])
}
