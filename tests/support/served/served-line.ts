import type { z } from 'zod'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { seatList, seatSet } from '#shared/students/seat.contract.ts'
import type { Served } from './served-school.ts'
import { schoolAsker } from './served-school-api.ts'
import { demoSchool, schoolDay, signInOf } from './served-school-demo.ts'
import { bringStudents } from './served-students.ts'

type Change = z.input<typeof studentUpdate.body>['change']

/** A place for which the demo schools score nothing, and of no other journey: once its seats are counted they stay so. */
const ownPlace = { campus: '', stream: '', grade: '2', entryYear: 2031 }

/** Children of a served school whom no other journey knows of, and what colleagues do with them past any browser. */
export async function openLine(served: Served, code: string) {
  const ask = schoolAsker(served, code)
  const tokenOf = async (who: string) => (await ask(login, signInOf(demoSchool(code), who))).token
  const token = await tokenOf('registrar')

  const fileOf = (student_id: string) => ask(studentData, { student_id }, token)

  /** A colleague's step, on the file as it is now. */
  const step = async (student_id: string, change: Change, who?: string) => {
    const { student } = await fileOf(student_id)
    const commandId = OpId.parse(crypto.randomUUID())
    const asked = { student_id, commandId, revision: student.revision, decidedAt: new Date().toISOString(), change }
    return ask(studentUpdate, asked, who ? await tokenOf(who) : token)
  }

  const placeOf = async (student_id: string) => {
    const { grade, entryYear } = (await fileOf(student_id)).student
    const { places } = await ask(seatList, {}, token)
    const place = places.find((each) => each.grade === grade && each.entryYear === entryYear)
    if (!place) throw new Error(`no place for ${grade} in ${entryYear}`)
    return place
  }

  /** Of the place of this child so many seats are free. */
  const leaveFree = async (student_id: string, free: number) => {
    const { campus, stream, grade, entryYear, overOffer, revision, held, firm } = await placeOf(student_id)
    const place = { campus, stream, grade, entryYear }
    await ask(seatSet, { place, seats: held + firm + free, overOffer, revision }, token)
  }

  /** The school asks for nothing before an offer. */
  const askNothingFirst = async () => {
    const head = await tokenOf('head')
    const { rules, revision } = await ask(admissionRules, {}, head)
    const free = { ...rules, documentsBeforeOffer: false, interviewBeforeOffer: false, feeBeforeOffer: false }
    if (JSON.stringify(free) !== JSON.stringify(rules)) await ask(setAdmissionRules, { rules: free, revision }, head)
  }

  /** Children on the short list of one place, whom nothing but a seat hinders. */
  const shortlisted = async (count: number) => {
    const made: { id: string; name: string }[] = []
    for (const name of await bringStudents(served, code, count)) made.push({ id: await shortlist(name), name })
    return made
  }

  /** Puts a new child on the short list. @returns its id */
  const shortlist = async (name: string) => {
    await askNothingFirst()
    const { students } = await ask(studentList, { filter: { text: name }, sort: 'newest' }, token)
    const id = students[0]?.student_id ?? ''
    await step(id, { kind: 'place', place: ownPlace })
    for (const of of ['child', 'signer'] as const)
      await step(id, { kind: 'identity', said: { of, paper: 'passport', numberEnd: '' } })
    await step(id, { kind: 'move', to: 'shortlisted' })
    return id
  }

  /** Offers a seat to this child, as a colleague at a desk with a network does. */
  const offer = (student_id: string, email: string, who?: string) => {
    const terms = {
      letter: 'offer-letter' as const,
      conditions: [],
      startOn: schoolDay(code, 200),
      currency: demoSchool(code).currency,
      fees: [{ label: { en: 'Tuition', ar: 'الرسوم الدراسية' }, amount: minor(3_000_000) }],
      deposit: { amount: minor(100_000), dueDays: 5 },
    }
    const signers = [{ name: 'Hind Al Mana', email, language: 'en' as const }]
    return step(student_id, { kind: 'offer', offer: { terms, signers, expiresOn: schoolDay(code, 10) } }, who)
  }

  /** How a child stands: its status, its offers with the newest first, what waits for a word, and the seats taken of its place. */
  const stands = async (student_id: string) => {
    const { student, offers, proposals } = await fileOf(student_id)
    const { held, firm } = await placeOf(student_id)
    return {
      status: student.status,
      offers: offers.map(({ state }) => state),
      proposals: proposals.length,
      taken: held + firm,
    }
  }

  return { ask, tokenOf, fileOf, step, leaveFree, shortlist, shortlisted, offer, stands }
}
