import {
  scoringAssessments,
  scoringModerations,
  scoringSets,
} from '#server/features/admissions/scoring/scoring.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ScoringBody } from '#shared/admissions/scoring.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import type { DeskDeps } from './write-applications.ts'

const both = (en: string, ar: string) => ({ en, ar })

/** The demo's only set in force is for a grade without free seats: it shows how scoring is done and stands in nobody's way. */
const grade = '1'
/** Another one is being written, and asks nothing of anybody yet. */
const nextGrade = 'KG1'

const body = (more: Partial<ScoringBody> = {}): ScoringBody => ({
  title: both('Admission to grade 1', 'القبول في الصف الأول'),
  items: [
    {
      code: 'english',
      label: both('English: listens and answers', 'الإنجليزية: يصغي ويجيب'),
      answer: { kind: 'score', top: 10 },
      weight: 3,
      required: true,
      scorers: [],
    },
    {
      code: 'arabic',
      label: both('Arabic: reads letters and words', 'العربية: يقرأ الحروف والكلمات'),
      answer: { kind: 'score', top: 10 },
      weight: 3,
      required: true,
      scorers: [],
    },
    {
      code: 'counting',
      label: both('Counts to twenty', 'يعدّ إلى العشرين'),
      answer: { kind: 'yes-no' },
      weight: 2,
      required: true,
      scorers: [],
    },
    {
      code: 'support',
      label: both('How much help in class', 'مقدار المساعدة في الصف'),
      answer: {
        kind: 'band',
        bands: [
          { code: 'much', label: both('Much', 'كثيرة'), points: 0 },
          { code: 'some', label: both('Some', 'بعضها'), points: 1 },
          { code: 'none', label: both('None', 'لا يحتاج'), points: 3 },
        ],
      },
      weight: 2,
      required: false,
      scorers: [],
    },
  ],
  rules: [{ code: 'curriculum', label: both('The curriculum is open to the child', 'المنهج متاح للطفل') }],
  assessors: 1,
  gap: 15,
  appointments: [],
  isInForce: true,
  ...more,
})

const strong = { english: 8, arabic: 9, counting: true, support: 'none' }
const fair = { english: 7, arabic: 7, counting: true, support: 'some' }
const weak = { english: 3, arabic: 4, counting: false, support: 'much' }

/** A set in two versions, and what was found by it: two who agree, two who do not, and one who still waits for the second. */
export async function writeScoring(tx: Tx, school: DemoSchool, { clock, random }: DeskDeps): Promise<void> {
  const nowMs = clock.nowMs()
  const of: Of = {
    school,
    nowMs,
    newId: () => uuidv7(nowMs, random),
    entryYear: Math.min(...school.students.map((student) => student.entryYear)),
  }
  const setId = await writeSets(tx, of)
  const [agreed, apart, begun] = school.students.filter((student) => isToBeScored(student, of.entryYear))
  const assess = (student: DemoStudent, role: Role, answers: typeof strong, hours: number) =>
    assessment(of, { student, role, answers, hours, setId })
  const rows = [
    ...(agreed ? [assess(agreed, 'registrar', strong, 60), assess(agreed, 'head', fair, 50)] : []),
    ...(apart ? [assess(apart, 'registrar', strong, 40), assess(apart, 'admission-officer', weak, 30)] : []),
    ...(begun ? [assess(begun, 'registrar', fair, 20)] : []),
  ]
  if (rows.length > 0) await tx.insert(scoringAssessments).values(rows)
  const [first, second] = rows.filter(({ studentId }) => studentId === apart?.id)
  if (first && second) await writeModeration(tx, of, first, second.id)
}

interface Of {
  school: DemoSchool
  nowMs: number
  newId: () => string
  entryYear: number
}

const idOf = ({ school }: Of, role: Role) => {
  const found = school.staff.find((person) => person.role === role)
  if (!found) throw new Error(`a demo school without ${role}`)
  return found.id
}

async function writeSets(tx: Tx, of: Of): Promise<string> {
  const { school, nowMs, newId, entryYear } = of
  const set = { schoolId: school.id, entryYear, grade, setBy: idOf(of, 'registrar') }
  const inForce = newId()
  const next = body({ title: both('Admission to KG1', 'القبول في الروضة الأولى'), isInForce: false })
  await tx.insert(scoringSets).values([
    { ...set, id: newId(), version: 1, body: body(), setAt: toInstant(nowMs - 40 * dayMs) },
    { ...set, id: inForce, version: 2, body: body({ assessors: 2 }), setAt: toInstant(nowMs - 30 * dayMs) },
    { ...set, id: newId(), grade: nextGrade, version: 1, body: next, setAt: toInstant(nowMs - 3 * dayMs) },
  ])
  return inForce
}

function assessment(
  of: Of,
  by: { student: DemoStudent; role: Role; answers: typeof strong; hours: number; setId: string },
) {
  const { student, role, answers, hours, setId } = by
  return {
    schoolId: of.school.id,
    id: of.newId(),
    studentId: student.id,
    setId,
    byUser: idOf(of, role),
    answers,
    unmet: [],
    recommendation: answers === weak ? ('wait' as const) : ('admit' as const),
    conditions: '',
    note: '',
    device: 'computer',
    askedHash: sha256Hex(`${student.id} ${role}`),
    submittedAt: toInstant(of.nowMs - hours * hourMs),
  }
}

const writeModeration = (tx: Tx, of: Of, first: ReturnType<typeof assessment>, secondId: string) =>
  tx.insert(scoringModerations).values({
    schoolId: of.school.id,
    id: of.newId(),
    studentId: first.studentId,
    firstId: first.id,
    secondId,
    takes: 'mean',
    recommendation: 'admit-with-support',
    reason: {
      en: 'Shy on the first day; seen again with a parent.',
      ar: 'خجول في اليوم الأول، وقابلناه ثانية مع والديه.',
    }[of.school.language],
    byUser: idOf(of, 'head'),
    at: toInstant(of.nowMs - 10 * hourMs),
  })

const isToBeScored = (student: DemoStudent, entryYear: number): boolean =>
  student.grade === grade &&
  student.entryYear === entryYear &&
  ['new', 'shortlisted', 'waiting'].includes(student.changes.at(-1)?.to ?? '')
