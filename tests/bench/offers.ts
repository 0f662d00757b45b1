import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { seatHolds } from '#server/features/admissions/seats/seat.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { countSeats, kg1, parseOfferDraft } from '#tests/support/records/offers-made.ts'
import { commandOn, makeStudents } from '#tests/support/records/students-made.ts'
import type { TestSchool } from '../support/factories.ts'
import { type Box, type Caller, call } from '../support/server.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'

interface Size {
  /** How many offers a round issues. */
  offers: number
  rounds: number
}

/** So many are on their way at once, as a browser has them. */
const abreast = 6

/**
 * Offers to many children of one grade: half of them, then the whole list once more as after a break in the middle. Each child
 * has one offer, one seat and one mail at the end, or there is no figure.
 */
export async function offerFigures(box: Box, school: TestSchool, caller: Caller, size: Size): Promise<Figure[]> {
  const own: number[] = []
  const bare: number[] = []
  for (let round = 0; round < size.rounds; round += 1) {
    own.push(await issue(box, school, caller, { count: size.offers, entryYear: 2100 + round }))
    bare.push(
      await timed(() => inTurns(Array.from({ length: size.offers }), () => call(box.app, caller, schoolDetails))),
    )
  }
  return [
    toFigure({
      name: `${size.offers} offers issued, broken off in the middle and gone on with`,
      unit: 's',
      yardstickName: 'as many times a school’s details',
      values: own,
      yardsticks: bare,
      goal: valueAtMost(60),
    }),
  ]
}

async function issue(box: Box, school: TestSchool, caller: Caller, of: { count: number; entryYear: number }) {
  const place = { ...kg1, entryYear: of.entryYear }
  await countSeats(box, school, place, of.count)
  const { grade, entryYear } = place
  const complete = () => ({
    id: crypto.randomUUID(),
    status: 'shortlisted' as const,
    birthDate: '2094-02-28',
    grade,
    entryYear,
  })
  const students = await makeStudents(box, school, of.count, complete)
  const before = await countAll(box, school)
  const decidedAt = new Date().toISOString()
  const expiresOn = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const commands = students.map((student) =>
    commandOn(student, { kind: 'offer', offer: parseOfferDraft({ expiresOn }) }, { decidedAt }),
  )
  const send = async (command: (typeof commands)[number]) => {
    const { status, body } = await call(box.app, caller, studentUpdate, command)
    if (status !== 200) throw new Error(`an offer was refused: ${JSON.stringify(body)}`)
  }
  const seconds = await timed(async () => {
    await inTurns(commands.slice(0, Math.ceil(of.count / 2)), send)
    await inTurns(commands, send)
  })
  const after = await countAll(box, school)
  const made = after.map((count, at) => count - (before[at] ?? 0))
  if (made.some((count) => count !== of.count)) throw new Error(`not one of each for everybody: ${made.join()}`)
  return seconds
}

const countAll = (box: Box, { schoolId }: TestSchool): Promise<number[]> =>
  box.db.database.tenant(schoolId, async (tx) => [
    await tx.$count(offers),
    await tx.$count(seatHolds),
    await tx.$count(mails),
  ])

async function inTurns<T>(list: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  let next = 0
  const one = async () => {
    for (let at = next++; at < list.length; at = next++) await work(list[at] as T)
  }
  await Promise.all(Array.from({ length: abreast }, one))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}
