import { offerLinks, offerSigners, offers } from '#server/features/admissions/offers/offer.table.ts'
import { offerAnswers, offerDeposits, offerNotices } from '#server/features/admissions/offers/offer-outcome.table.ts'
import { seatCategories, seatHolds } from '#server/features/admissions/seats/seat.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import type { OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Currency, currencyExponents, minor } from '#shared/kernel/money.ts'
import { businessDay, dayAfter, dayMs, endOfDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { DemoSchool, DemoStudent } from './demo-types.ts'
import { mailLink, type OfferSeedDeps } from './write-offer-mail.ts'

type State = 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired'

/** What became of the offer that a student once had, by where they stand now; null who never had one. */
function stateOf({ changes }: DemoStudent, index: number): State | null {
  const steps = changes.map(({ to }) => to)
  if (!steps.includes('offer-out')) return null
  const { outcome } = changes.at(-1) ?? {}
  if (outcome === 'declined-by-family') return 'declined'
  if (outcome) return 'expired'
  if (steps.includes('accepted')) return 'accepted'
  return index % 2 === 0 ? 'sent' : 'viewed'
}

/** Whole units of the currency: fees as they are usual there. */
const inCurrency = (currency: Currency, units: number) => minor(units * 10 ** currencyExponents[currency])
const yearsFee: Partial<Record<Currency, number>> = { QAR: 32_000, KWD: 2600 }

function termsOf({ currency }: DemoSchool, { entryYear }: DemoStudent): OfferTerms {
  const tuition = yearsFee[currency] ?? 9000
  const fee = (en: string, ar: string, units: number) => ({ label: { en, ar }, amount: inCurrency(currency, units) })
  return {
    letter: 'offer-letter',
    startOn: `${entryYear}-09-01`,
    currency,
    fees: [
      fee('Tuition for the year', 'الرسوم الدراسية للعام', tuition),
      fee('Books and materials', 'الكتب والمواد', tuition / 20),
    ],
    deposit: { amount: inCurrency(currency, tuition / 10), dueDays: 14 },
    conditions: [],
  }
}

/** Seats for everybody who has one and some more; the first grade is full, so that a waiting list has a reason. */
export async function writeOffers(tx: Tx, school: DemoSchool, deps: OfferSeedDeps): Promise<void> {
  const offered = school.students.flatMap((student, index) => {
    const state = stateOf(student, index)
    return state ? [{ student, state, index }] : []
  })
  await writePlaces(tx, school, offered, deps)
  for (const each of offered) {
    if (isSeated(each.state)) await writeHold(tx, school, each.student, deps)
    await writeOffer(tx, school, each, deps)
  }
}

interface Offered {
  student: DemoStudent
  state: State
  index: number
}

const isSeated = (state: State) => state !== 'declined' && state !== 'expired'
const isConfirmed = ({ changes }: DemoStudent) => changes.some(({ to }) => to === 'booked')
const whenTo = ({ changes }: DemoStudent, status: StudentStatus) => changes.find(({ to }) => to === status)?.at ?? null
const newId = ({ clock, random }: OfferSeedDeps) => uuidv7(clock.nowMs(), random)

async function writePlaces(tx: Tx, school: DemoSchool, offered: readonly Offered[], { clock }: OfferSeedDeps) {
  const taken = new Map<string, number>()
  for (const { entryYear, grade } of school.students) taken.set(`${entryYear} ${grade}`, 0)
  for (const { student, state } of offered) {
    const key = `${student.entryYear} ${student.grade}`
    if (isSeated(state)) taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  const changedAt = toInstant(clock.nowMs())
  await tx.insert(seatCategories).values(
    [...taken].map(([key, count]) => {
      const [entryYear, grade = ''] = key.split(' ')
      const seats = grade === '1' ? count : count + 6
      const place = { campus: '', entryYear: Number(entryYear), grade, stream: '' }
      return { schoolId: school.id, ...place, seats, overOffer: 0, revision: 1, changedAt }
    }),
  )
}

async function writeHold(tx: Tx, { id: schoolId }: DemoSchool, student: DemoStudent, deps: OfferSeedDeps) {
  const { id: studentId, entryYear, grade } = student
  const place = { campus: '', entryYear, grade, stream: '' }
  await tx.insert(seatHolds).values({
    schoolId,
    id: newId(deps),
    studentId,
    childId: studentId,
    ...place,
    state: isConfirmed(student) ? 'firm' : 'held',
    takenAt: whenTo(student, 'offer-out') ?? toInstant(deps.clock.nowMs()),
    firmAt: whenTo(student, 'booked'),
  })
}

async function writeOffer(tx: Tx, school: DemoSchool, { student, state, index }: Offered, deps: OfferSeedDeps) {
  const { id: schoolId, timeZone } = school
  const nowMs = deps.clock.nowMs()
  const sentAt = whenTo(student, 'offer-out') ?? toInstant(nowMs)
  const isOpen = state === 'sent' || state === 'viewed'
  const last = student.changes.at(-1)
  const acceptedAt = whenTo(student, 'accepted')
  const soonest = dayAfter(businessDay(isOpen ? nowMs : fromInstant(sentAt), timeZone, 0), 4 + (index % 9))
  // Anyone who answered did so in time.
  const answeredAt = acceptedAt ?? (state === 'declined' ? last?.at : undefined)
  const answeredOn = answeredAt && businessDay(fromInstant(answeredAt), timeZone, 0)
  const lastDay = answeredOn && answeredOn > soonest ? answeredOn : soonest
  const terms = termsOf(school, student)
  const offerId = newId(deps)
  await tx.insert(offers).values({
    schoolId,
    id: offerId,
    studentId: student.id,
    version: 1,
    state,
    terms,
    expiresAt: toInstant(endOfDay(lastDay, timeZone)),
    pausedAt: last?.to === 'on-hold' ? last.at : null,
    madeAt: sentAt,
    madeBy: school.staff.find(({ role }) => role === 'registrar')?.id ?? null,
    sentAt,
    viewedAt: state === 'sent' ? null : toInstant(Math.min(nowMs, fromInstant(sentAt) + dayMs)),
    acceptedAt,
    depositDueOn: acceptedAt && dayAfter(businessDay(Math.max(nowMs, fromInstant(acceptedAt)), timeZone, 0), 14),
    settledAt: isSeated(state) ? null : (last?.at ?? null),
    origin: '',
  })
  const signerId = await writeSigner(tx, school, { student, offerId }, deps)
  await tx.insert(offerNotices).values({ schoolId, offerId, notice: 'sent', at: sentAt })
  const of = { schoolId, offerId, signerId }
  if (acceptedAt) await writeSignature(tx, { ...of, at: acceptedAt, name: guardianOf(student).name }, deps)
  const bookedAt = whenTo(student, 'booked')
  if (bookedAt)
    await writeDeposit(tx, school, { offerId, at: bookedAt, receipt: `D-${student.reference}`, terms }, deps)
  if (isOpen) {
    const token = await mailLink(tx, school, { student, email: guardianOf(student).email, lastDay }, deps)
    await tx.insert(offerLinks).values({ schoolId, tokenHash: hashToken(token), signerId, issuedAt: sentAt })
  }
}

/** A parent goes by the child's name without its first part. */
function guardianOf({ name, language, reference }: DemoStudent) {
  const words = name[language].split(' ')
  return { name: words.slice(1).join(' ') || name[language], email: `family.${reference.toLowerCase()}@demo.example` }
}

async function writeSigner(
  tx: Tx,
  { id: schoolId }: DemoSchool,
  { student, offerId }: { student: DemoStudent; offerId: string },
  deps: OfferSeedDeps,
): Promise<string> {
  const id = newId(deps)
  const signer = { ...guardianOf(student), language: student.language }
  await tx.insert(offerSigners).values({ schoolId, id, offerId, position: 0, ...signer })
  return id
}

async function writeSignature(
  tx: Tx,
  { name, ...of }: { schoolId: string; offerId: string; signerId: string; at: string; name: string },
  deps: OfferSeedDeps,
) {
  const signature = { kind: 'typed' as const, name }
  const id = newId(deps)
  await tx
    .insert(offerAnswers)
    .values({ ...of, id, kind: 'sign', signature, keepPlace: false, askedHash: sha256Hex(id) })
}

async function writeDeposit(
  tx: Tx,
  { id: schoolId, staff }: DemoSchool,
  { terms, ...of }: { offerId: string; at: string; receipt: string; terms: OfferTerms },
  deps: OfferSeedDeps,
) {
  const byUser = staff.find(({ role }) => role === 'finance')?.id
  if (!byUser || !terms.deposit) throw new Error('a demo school has finance, and its offers a deposit')
  const { amount } = terms.deposit
  await tx.insert(offerDeposits).values({ schoolId, id: newId(deps), amount, method: 'transfer', byUser, ...of })
}
