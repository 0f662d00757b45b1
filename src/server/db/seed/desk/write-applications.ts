import { and, eq } from 'drizzle-orm'
import { submissions } from '#server/features/forms/form.table.ts'
import { recordPeople } from '#server/features/forms/people/person.service.ts'
import { namesIn, submissionText } from '#server/features/forms/submissions/submission-search.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { formSubjects } from '#shared/forms/form-subjects.rules.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Clock, fromInstant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import { type DemoParent, familiesOf, familyName, parentsOf } from './demo-parents.ts'

export interface DeskDeps {
  clock: Clock
  random: Random
}

/** So many families of each school applied by the form; the other students are as if taken over from a list. */
const applicants = 8
const slug = 'admission'

/** Whose way began with the form: the first families with several children, then others, each before anything was decided. */
export function applicantsOf({
  students: all,
}: Pick<DemoSchool, 'students'>): { first: DemoStudent; student: DemoStudent }[] {
  const families = familiesOf(all).toSorted((a, b) => Math.min(b.length, 2) - Math.min(a.length, 2))
  return families
    .slice(0, applicants)
    .flatMap((family) => family.map((student) => ({ first: family[0] ?? student, student })))
}

/** What a family of the demo wrote: everything that the form needs, and little else. */
export function applicationOf(student: DemoStudent, parents: readonly DemoParent[]): Answers {
  const [writer] = parents
  const family = familyName(student).en
  const isBeginner = student.grade.startsWith('KG')
  return {
    writer_name: writer?.name.en ?? '',
    writer_relation: writer?.relation ?? '',
    writer_mobile: writer?.phone ?? '',
    writer_email: writer?.email ?? '',
    legal_name: student.name.en,
    legal_name_ar: student.name.ar,
    sex: Number(student.id.at(-1)?.charCodeAt(0)) % 2 === 0 ? 'female' : 'male',
    dob: student.birthDate,
    nationality: student.nationality,
    first_language: student.language,
    home_language: student.language,
    passport_state: 'not-issued',
    id_state: 'not-issued',
    visa_state: 'not-issued',
    entry_year: String(student.entryYear),
    grade: student.grade,
    transport: true,
    transport_area: 'Al Waab',
    has_attended: !isBeginner,
    ...(!isBeginner && {
      schools: [
        { school: 'Green Hills School', city: 'Amman', country: 'JO', language: 'en', transfer_certificate: 'asked' },
      ],
    }),
    guardians: parents.map(({ relation, name, phone, email, language, paysShare }) => ({
      relation,
      name: name.en,
      name_ar: name.ar,
      mobile: phone,
      email,
      language,
      lives_with_child: true,
      is_legal_guardian: true,
      may_sign: true,
      may_collect: true,
      pays_share: String(paysShare),
    })),
    emergency: [
      { name: `Hassan ${family}`, relation: 'Uncle', mobile: writer?.phone ?? '' },
      { name: `Salma ${family}`, relation: 'Aunt', mobile: writer?.phone ?? '' },
    ],
    payer: 'family',
    truth: true,
    terms: true,
    privacy: true,
    authority: true,
    media_inside: true,
    signature: writer?.name.en ?? '',
  }
}

/** The frozen applications behind some of the students, with whom they are about. */
export async function writeApplications(tx: Tx, school: DemoSchool, { clock, random }: DeskDeps): Promise<void> {
  const { id: schoolId, forms, currency } = school
  const form = forms[slug]
  if (!form) throw new Error('a demo school has a form of admission')
  for (const { first, student } of applicantsOf(school)) {
    const answers = applicationOf(student, parentsOf(school, first, student))
    const receivedAt = student.changes[0]?.at ?? toInstant(clock.nowMs())
    const submissionId = uuidv7(fromInstant(receivedAt), random)
    await tx.insert(submissions).values({
      schoolId,
      id: submissionId,
      reference: student.reference,
      slug,
      version: 1,
      purpose: form.purpose,
      answers,
      language: student.language,
      channel: 'public',
      senderId: DeviceId.parse(uuidv7(clock.nowMs(), random)),
      startedAt: toInstant(fromInstant(receivedAt) - 14 * minuteMs),
      receivedAt,
      flags: [],
      searchText: submissionText(student.reference, namesIn(form, answers)),
    })
    const of = { schoolId, submissionId, nowMs: clock.nowMs(), random }
    const [personId] = await recordPeople(tx, of, formSubjects(form, answers, currency))
    await tx
      .update(students)
      .set({ origin: 'form', submissionId, place: 0, personId: personId ?? null })
      .where(and(eq(students.schoolId, schoolId), eq(students.id, student.id)))
  }
}
