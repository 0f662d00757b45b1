import { admissionRules } from '#server/features/admissions/rules/admission-rules.table.ts'
import { saveClaim } from '#server/features/admissions/waiting-list/claim.service.ts'
import { renumberAll } from '#server/features/admissions/waiting-list/waitlist.service.ts'
import { defaultWordings } from '#server/features/consents/default-wordings.ts'
import { publishWordings } from '#server/features/consents/wording.service.ts'
import { publishForms } from '#server/features/forms/start-forms.service.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { accountBalances, accountEntries, customers } from '#server/features/pos/accounts/customer.table.ts'
import { categories, items, modifierGroups } from '#server/features/pos/catalogue/catalogue.table.ts'
import { pupilSearchText } from '#server/features/pos/roster/roster.service.ts'
import {
  createSchool,
  firstVersion,
  type SchoolRow,
  type StartStep,
} from '#server/features/school/create-school.service.ts'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { writePlaces } from '#server/features/sync/devices/start-places.service.ts'
import type { Database, Tx } from '#server/kernel/db.ts'
import { claimKinds } from '#shared/admissions/waiting-list.rules.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Minor, sum, zero } from '#shared/kernel/money.ts'
import { businessDay, type Clock, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import type { DemoSchool } from './demo-types.ts'
import { writeDesk } from './desk/write-desk.ts'
import { demoPin, type SeedDeps, writeFaces } from './write-faces.ts'
import { writeFamily } from './write-family.ts'
import { writeFees } from './write-fees.ts'
import { writeOffers } from './write-offers.ts'
import { writeStock } from './write-stock.ts'
import { writeStudents } from './write-students.ts'

/** Every third child on a waiting list has a reason for priority, every second of which is verified; all positions are kept. */
export async function writeWaiting(tx: Tx, school: DemoSchool, clock: Clock): Promise<void> {
  const { id: schoolId, timeZone, students, staff } = school
  const nowMs = clock.nowMs()
  const registrar = staff.find(({ role }) => role === 'registrar')
  if (!registrar) throw new Error('a demo school without a registrar')
  const today = businessDay(nowMs, timeZone, 0)
  const by = { changedBy: registrar.id, changedAt: toInstant(nowMs) }
  const waiting = students.filter(({ changes }) => changes.at(-1)?.to === 'waiting')
  for (const [index, { id: studentId }] of waiting.entries()) {
    if (index % 3 !== 0) continue
    const isVerified = index % 6 === 0
    await saveClaim(tx, {
      schoolId,
      studentId,
      kind: claimKinds[(index / 3) % 2] ?? 'sibling',
      state: isVerified ? 'verified' : 'stated',
      note: '',
      verifiedOn: isVerified ? today : null,
      ...by,
    })
  }
  await renumberAll(tx, { schoolId, nowMs, timeZone })
}

const version = firstVersion

/**
 * Writes a school with all it has, in one transaction; `passwordHashes` in the order of the staff. False when the
 * school is there already, perhaps from another server that was started at the same moment; nothing is written then.
 */
export async function writeSchool(database: Database, school: DemoSchool, passwordHashes: string[], deps: SeedDeps) {
  const now = toInstant(deps.clock.nowMs())
  const pin = await demoPin(school, deps)
  return database.tenant(school.id, async (tx) => {
    const isNew = await createSchool(tx, directoryEntry(school, now), startOf(school))
    if (!isNew) return false
    await writeStaff(tx, school, passwordHashes, now)
    await writeCatalogue(tx, school)
    await writeStock(tx, school, deps.clock)
    await writeAccounts(tx, school, now)
    await writeRules(tx, school, now)
    await writeStudents(tx, school)
    const { clock, random } = deps
    // Links are secrets: without randomness there are none, and so no offers.
    if (random) await writeOffers(tx, school, { clock, random })
    if (random) await writeDesk(tx, school, { clock, random })
    if (random) await writeFees(tx, school, { clock, random })
    if (random) await writeFamily(tx, school, clock)
    await writeWaiting(tx, school, clock)
    await writeFaces(tx, school, deps, pin)
    return true
  })
}

/** As its head would have set them. */
async function writeRules(tx: Tx, { id: schoolId, rules, staff }: DemoSchool, changedAt: Instant) {
  const head = staff.find(({ role }) => role === 'head')
  if (!head || Object.keys(rules).length === 0) return
  await tx.insert(admissionRules).values({ schoolId, rules, revision: 1, changedBy: head.id, changedAt })
}

const directoryEntry = (school: DemoSchool, now: Instant): SchoolRow => ({
  schoolId: school.id,
  code: school.code,
  name: school.name,
  currency: school.currency,
  timeZone: school.timeZone,
  cutoverMinute: school.cutoverMinute,
  language: school.language,
  logoSvg: school.logoSvg,
  profile: { ...school.profile, isDemo: true },
  tillPolicy: school.tillPolicy,
  createdAt: now,
})

/** What every school begins with, here with the demo school's own forms and places. */
const startOf = ({ forms, sites, tills }: DemoSchool): readonly StartStep[] => [
  (tx, { schoolId }) => writePlaces(tx, schoolId, { sites, tills }),
  (tx, { schoolId, createdAt }) => publishForms(tx, schoolId, forms, createdAt),
  (tx, { schoolId, createdAt }) => publishWordings(tx, schoolId, defaultWordings, createdAt),
]

async function writeStaff(tx: Tx, { id: schoolId, staff }: DemoSchool, passwordHashes: string[], now: Instant) {
  await tx.insert(users).values(
    staff.map(({ id, userName, name, email, role }, index) => {
      const passwordHash = passwordHashes[index]
      if (!passwordHash) throw new Error(`no password hash for ${userName}`)
      return { schoolId, id, userName, name, email, passwordHash, roles: [role], createdAt: now }
    }),
  )
}

async function writeCatalogue(tx: Tx, { id: schoolId, catalogue }: DemoSchool) {
  await tx.insert(categories).values(catalogue.categories.map((category) => ({ schoolId, ...category, version })))
  await tx.insert(modifierGroups).values(catalogue.modifierGroups.map((group) => ({ schoolId, ...group, version })))
  await tx.insert(items).values(catalogue.items.map((item) => ({ schoolId, ...item, version })))
}

/** Classes of the demo school by name; their ids follow from the school's, so that no other number of it changes. */
function classesOf({ id: schoolId, pupils }: DemoSchool) {
  const grades = new Map(pupils.map(({ className, grade }) => [className, grade]))
  return [...grades].map(([className, grade]) => {
    const hex = sha256Hex(`${schoolId} class ${className}`)
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    return { id, grade, name: { en: className, ar: className } }
  })
}

/** At 12 values a row, 1,000 rows stay far below the 65,535 parameters that one statement may have. */
async function writeAccounts(tx: Tx, school: DemoSchool, now: Instant) {
  const schoolId = school.id
  const classes = classesOf(school)
  const year = schoolYearOf(businessDay(fromInstant(now), school.timeZone, 0))
  await tx
    .insert(schoolClasses)
    .values(classes.map((each) => ({ ...each, schoolId, year, revision: 1 })))
    .onConflictDoNothing()
  const classIds = new Map(classes.map(({ id, name }) => [name.en, id]))
  await tx.insert(customers).values(
    school.pupils.map((pupil) => {
      const { id, admissionNo, name, className, cardNo, allergens, diet, dailyLimit, overdraft, active, birthDate } =
        pupil
      return {
        schoolId,
        id,
        admissionNo,
        name,
        className,
        classId: classIds.get(className) ?? null,
        searchText: pupilSearchText({ name, admissionNo }),
        cardNo,
        allergens,
        diet,
        dailyLimit,
        overdraft,
        active,
        birthDate,
        version,
      }
    }),
  )
  await tx.insert(accountEntries).values(
    school.topUps.map((topUp) => ({
      schoolId,
      ...topUp,
      kind: 'topup' as const,
      businessDay: businessDay(fromInstant(topUp.effectiveAt), school.timeZone, school.cutoverMinute),
      recordedAt: now,
    })),
  )
  const balances = balancesOf(school)
  await tx.insert(accountBalances).values(
    school.pupils.map(({ id: customerId }) => {
      const balance = balances.get(customerId) ?? zero
      return { schoolId, customerId, balance, spentOn: null, spent: zero, version }
    }),
  )
}

function balancesOf({ topUps }: DemoSchool): Map<string, Minor> {
  const balances = new Map<string, Minor>()
  for (const { customerId, amount } of topUps) {
    balances.set(customerId, sum([balances.get(customerId) ?? zero, amount]))
  }
  return balances
}
