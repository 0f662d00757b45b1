import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { type Day, dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { demoSchoolGradeRules } from '#shared/school/grade-rule-packs.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { findTransition } from '#shared/students/student-steps.rules.ts'
import { buildFamilies, drawGivenName, fullName } from './build-families.ts'
import type { DemoRandom } from './demo-random.ts'
import type { DemoStaff, DemoStudent, DemoStudentChange } from './demo-types.ts'
import { sources } from '#server/features/forms/defaults/form-words.ts'
import { filipino, western } from './names/filipino-western.ts'
import { kuwaiti, qatari } from './names/gulf.ts'
import type { NameCustom } from './names/name-pairs.ts'
import { southAsian, southAsianMuslim } from './names/south-asian.ts'
import type { SchoolPlan } from './schools/school-plan.ts'

/** A step, and how it closed the file where it did. */
type Step = StudentStatus | readonly [to: 'rejected', outcome: StudentOutcome]
interface Way {
  /** Of every hundred students. */
  share: number
  steps: readonly Step[]
}

const toOffer = ['shortlisted', 'offer-out'] as const
const toBooked = [...toOffer, 'accepted', 'booked'] as const

/** The ways that children have gone so far, in the shares of a school in the middle of its season. */
const ways: readonly Way[] = [
  { share: 22, steps: [] },
  { share: 17, steps: ['shortlisted'] },
  { share: 7, steps: ['waiting'] },
  { share: 5, steps: ['shortlisted', 'waiting'] },
  { share: 3, steps: ['on-hold'] },
  { share: 4, steps: ['shortlisted', 'on-hold'] },
  { share: 8, steps: toOffer },
  { share: 2, steps: ['waiting', 'offer-out'] },
  { share: 6, steps: [...toOffer, 'accepted'] },
  { share: 7, steps: toBooked },
  { share: 2, steps: [...toBooked, 'on-hold'] },
  { share: 7, steps: [...toBooked, 'confirmed'] },
  { share: 3, steps: [['rejected', 'refused-by-school']] },
  { share: 2, steps: ['shortlisted', ['rejected', 'withdrawn-by-family']] },
  { share: 2, steps: [...toOffer, ['rejected', 'declined-by-family']] },
  { share: 2, steps: [...toOffer, ['rejected', 'offer-expired']] },
  { share: 1, steps: [...toOffer, 'accepted', ['rejected', 'deposit-overdue']] },
]

/** Children begin in KG1 at four: those born in the year that ends on this day is. */
const cutOffOf = (code: string): string =>
  Object.entries(demoSchoolGradeRules).find(([school]) => school === code)?.[1][0]?.cutOff ?? '08-31'

const reasons: Partial<Record<StudentStatus, readonly string[]>> = {
  waiting: ['grade-full', 'family-asked'],
  'on-hold': ['visa-delayed', 'papers-awaited', 'family-asked'],
  rejected: ['no-seat', 'age', 'assessment'],
}
const grades = ['KG1', 'KG2', ...Array.from({ length: 12 }, (_, index) => String(index + 1))]
const nationalities = new Map<NameCustom, readonly string[]>([
  [qatari, ['QA']],
  [kuwaiti, ['KW']],
  [southAsian, ['IN', 'LK', 'NP']],
  [southAsianMuslim, ['PK', 'IN', 'BD']],
  [filipino, ['PH']],
  [western, ['GB', 'FR', 'US', 'DE']],
])
const otherNationalities = ['EG', 'JO', 'LB', 'SY', 'SD', 'TN']

interface Around {
  plan: SchoolPlan
  staff: readonly DemoStaff[]
  /** The school year that families apply for, by its first calendar year. */
  entryYear: number
  asOf: Day
  random: DemoRandom
}

/** Children on their way into the school, in every status, each with a history that the rules allow. */
export function buildStudents(count: number, around: Around): DemoStudent[] {
  const { plan, random } = around
  const due = ways.flatMap((way) => Array.from({ length: Math.ceil((way.share * count) / 100) }, () => way))
  const drawn = random.shuffle(due)
  return buildFamilies(plan, drawn.length, random)
    .flatMap((family) => {
      const taken = new Set<string>()
      return Array.from({ length: family.children }, () => ({ family, taken }))
    })
    .map(({ family, taken }, index) => {
      const sex = random.chance(0.5) ? 'female' : 'male'
      const name = fullName(drawGivenName(family, sex, taken, random), family)
      const nationality = random.pick(nationalities.get(family.custom) ?? otherNationalities)
      return buildStudent({ name, nationality }, drawn[index]?.steps ?? [], around)
    })
}

function buildStudent(
  child: Pick<DemoStudent, 'name' | 'nationality'>,
  steps: readonly Step[],
  { plan, staff, entryYear, asOf, random }: Around,
): DemoStudent {
  const gradeIndex = Math.min(random.between(0, 13), random.between(0, 13))
  const year = entryYear + (random.chance(0.15) ? 1 : 0)
  const changes = walk(steps, { staff, asOf, random })
  const isOpen = !['confirmed', 'rejected'].includes(changes.at(-1)?.to ?? 'new')
  const mayOwn = staff.filter(({ role }) => role === 'admission-officer' || role === 'registrar')
  const isOwned = changes.length > 1 || random.chance(0.5)
  return {
    ...child,
    id: random.id(),
    reference: makeReference(random.bytes(referenceBytes)),
    birthDate: dayAfter(`${year - 5 - gradeIndex}-${cutOffOf(plan.code)}`, random.between(1, 365)),
    entryYear: year,
    grade: grades[gradeIndex] ?? '',
    source: random.pick(sources).code,
    language: random.chance(0.7) ? plan.language : plan.language === 'en' ? 'ar' : 'en',
    ownerId: isOpen && isOwned ? random.pick(mayOwn).id : null,
    nextActionOn: isOpen && isOwned && random.chance(0.8) ? dayAfter(asOf, random.between(-6, 14)) : null,
    changes,
  }
}

/** So many days at most lie between two steps. */
const slowest = 16

function walk(
  steps: readonly Step[],
  { staff, asOf, random }: Pick<Around, 'staff' | 'asOf' | 'random'>,
): DemoStudentChange[] {
  const latest = Date.parse(`${asOf}T00:00:00Z`)
  let atMs = latest - (slowest * steps.length + random.between(1, 30)) * dayMs + random.between(5, 18) * hourMs
  let at: { status: StudentStatus; heldFrom: StudentStatus | null } = { status: 'new', heldFrom: null }
  const first: DemoStudentChange = { ...nothingSaid, id: random.id(), from: null, to: 'new', at: toInstant(atMs) }
  return [
    first,
    ...steps.map((step): DemoStudentChange => {
      const [to, outcome] = typeof step === 'string' ? [step, undefined] : step
      const move = findTransition(at, to, everyActorRole, outcome)
      if (!move) throw new Error(`no step leads from ${at.status} to ${to}`)
      const from = at.status
      at = { status: to, heldFrom: to === 'on-hold' ? from : null }
      atMs += random.between(2, slowest - 1) * dayMs + random.between(0, 5) * hourMs
      const mover = random.pick(move.by)
      return {
        id: random.id(),
        from,
        to,
        outcome: outcome ?? null,
        mover,
        byUser: staffAs(mover, staff),
        reason: move.says ? random.pick<string | null>(reasons[to] ?? [null]) : null,
        reviewOn: move.says?.includes('review-on') ? dayAfter(asOf, random.between(2, 20)) : null,
        at: toInstant(atMs),
      }
    }),
  ]
}

const nothingSaid = { outcome: null, mover: 'family', byUser: null, reason: null, reviewOn: null } as const
const everyActorRole: readonly ActorRole[] = ['officer', 'registrar', 'head', 'finance', 'family', 'clock']
const roleOf: Partial<Record<ActorRole, Role>> = {
  officer: 'admission-officer',
  registrar: 'registrar',
  head: 'head',
  finance: 'finance',
}

const staffAs = (mover: ActorRole, staff: readonly DemoStaff[]): UserId | null =>
  staff.find(({ role }) => role === roleOf[mover])?.id ?? null

const dayAfter = (day: Day, days: number): Day => toInstant(Date.parse(`${day}T00:00:00Z`) + days * dayMs).slice(0, 10)
