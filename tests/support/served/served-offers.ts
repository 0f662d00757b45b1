import type { OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { seatList, seatSet } from '#shared/students/seat.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import type { Served } from './served-school.ts'
import { schoolAsker } from './served-school-api.ts'
import { demoSchool, schoolDay, signInOf } from './served-school-demo.ts'

/** What counting a seat puts right. */
const curable = new Set<string>(['student.seats-uncounted', 'student.seats-full'])

interface Made {
  letter: OfferRequest['terms']['letter']
  conditions?: OfferRequest['terms']['conditions']
  signers: OfferRequest['signers']
}

/** What the registrar of a served school does about offers, past any browser. */
export async function openOffice(served: Served, code: string) {
  const ask = schoolAsker(served, code)
  const school = demoSchool(code)
  const { userName, password } = signInOf(school, 'registrar')
  const { token } = await ask(login, { userName, password })

  /** Counts a seat for the person who asks for that place. */
  const giveSeat = async ({ grade, entryYear }: StudentRow) => {
    const { places } = await ask(seatList, {}, token)
    const known = places.find((place) => place.grade === grade && place.entryYear === entryYear)
    if (!known) throw new Error(`no place for ${grade} in ${entryYear}`)
    const { campus, stream, overOffer, revision } = known
    const place = { campus, stream, grade: known.grade, entryYear: known.entryYear }
    await ask(seatSet, { place, seats: known.held + known.firm + 1, overOffer, revision }, token)
  }

  /** A shortlisted child whom nothing hinders, and a seat for it. */
  const ready = async () => {
    const { students } = await ask(studentList, { filter: { status: ['shortlisted'] }, sort: 'newest' }, token)
    const may = async ({ student_id }: StudentRow) => {
      const { moves } = await ask(studentData, { student_id }, token)
      return moves.some(({ to, hindrances }) => to === 'offer-out' && hindrances.every((id) => curable.has(id)))
    }
    for (const student of students) {
      if (!(await may(student))) continue
      await giveSeat(student)
      return student
    }
    throw new Error('nobody can be offered a seat')
  }

  /** Offers a seat to such a child. @returns the child and the links that were mailed */
  const offer = async ({ letter, conditions = [], signers }: Made) => {
    const student = await ready()
    const { student_id, revision } = student
    const terms = {
      letter,
      conditions,
      startOn: schoolDay(code, 200),
      currency: school.currency,
      fees: [{ label: { en: 'Tuition', ar: 'الرسوم الدراسية' }, amount: minor(3_000_000) }],
      deposit: { amount: minor(100_000), dueDays: 5 },
    }
    const commandId = OpId.parse(crypto.randomUUID())
    const change = { kind: 'offer', offer: { terms, signers, expiresOn: schoolDay(code, 10) } } as const
    await ask(studentUpdate, { student_id, commandId, revision, decidedAt: new Date().toISOString(), change }, token)
    const mailbox = await openMailbox(served, code)
    const mails = await Promise.all(signers.map(({ email }) => mailbox.latest(email, 'offer-link')))
    return { student, links: mails.map(({ links }) => links[0] ?? '') }
  }
  return { ready, offer, giveSeat }
}
