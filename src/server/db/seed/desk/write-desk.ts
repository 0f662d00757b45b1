import { studentGuardians, studentNotes, studentTasks } from '#server/features/students/record/student-record.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, dayAfter, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import { familiesOf, parentsOf } from './demo-parents.ts'
import { applicantsOf, type DeskDeps, writeApplications } from './write-applications.ts'
import { writeAppointments } from './write-appointments.ts'
import { writeDocuments } from './write-documents.ts'
import { writeScoring } from './write-scoring.ts'

type Note = Bilingual & { way: (typeof studentNotes.$inferInsert)['way'] }
const notes: readonly Note[] = [
  {
    way: 'call',
    en: 'Called: they decide after the visit on Thursday.',
    ar: 'اتصلنا: سيقررون بعد الزيارة يوم الخميس.',
  },
  { way: 'no-answer', en: 'Nobody answered; tried twice.', ar: 'لم يرد أحد، وحاولنا مرتين.' },
  {
    way: 'meeting',
    en: 'Seen at the open day. Asks about the school bus.',
    ar: 'قابلناهم في اليوم المفتوح، ويسألون عن الحافلة.',
  },
  { way: 'message', en: 'Sent the list of papers again.', ar: 'أعدنا إرسال قائمة الأوراق.' },
  { way: 'remark', en: 'Speaks Arabic and English equally well.', ar: 'يتحدث العربية والإنجليزية بالقدر نفسه.' },
]
const tasks: readonly Bilingual[] = [
  { en: 'Ask for the passport', ar: 'طلب جواز السفر' },
  { en: 'Call the family', ar: 'الاتصال بالعائلة' },
  { en: 'Look at the reports', ar: 'مراجعة التقارير' },
  { en: 'Arrange the interview', ar: 'ترتيب المقابلة' },
]

/** Who looks after each student, and, of every third that somebody looks after, what was said and what is to be done. */
async function writeRecords(tx: Tx, school: DemoSchool, deps: DeskDeps): Promise<void> {
  const { id: schoolId, students, language, staff } = school
  const { clock, random } = deps
  const nowMs = clock.nowMs()
  const newId = () => uuidv7(nowMs, random)
  await tx.insert(studentGuardians).values(guardianRows(school, newId))
  const officer = staff.find(({ role }) => role === 'admission-officer')?.id
  if (!officer) throw new Error('a demo school has an admission officer')
  const noted = students.filter((_, index) => index % 3 === 0)
  await tx.insert(studentNotes).values(
    noted.map((student, index) => {
      const { way, ...text } = notes[index % notes.length] ?? { way: 'remark', en: '', ar: '' }
      const at = toInstant(Math.min(nowMs, fromInstant(lastStep(student)) + dayMs))
      return {
        schoolId,
        id: newId(),
        studentId: student.id,
        way,
        text: text[language],
        byUser: student.ownerId ?? officer,
        at,
      }
    }),
  )
  const today = businessDay(nowMs, school.timeZone, 0)
  const owned = noted.filter(({ ownerId }) => ownerId !== null)
  await tx.insert(studentTasks).values(
    owned.map((student, index) => {
      const isDone = index % 4 === 3
      const task = tasks[index % tasks.length]?.[language] ?? ''
      const at = lastStep(student)
      return {
        schoolId,
        id: newId(),
        studentId: student.id,
        task,
        dueOn: dayAfter(today, (index % 7) - 2),
        ownerId: student.ownerId,
        byUser: officer,
        at,
        ...(isDone && { doneBy: officer, doneAt: toInstant(Math.min(nowMs, fromInstant(at) + dayMs)) }),
      }
    }),
  )
}

const lastStep = ({ changes }: DemoStudent) => changes.at(-1)?.at ?? ''

function guardianRows(school: DemoSchool, newId: () => string): (typeof studentGuardians.$inferInsert)[] {
  const applicants = new Set(applicantsOf(school).map(({ student }) => student.id))
  // Of closed files that came from a list, nobody knows the family any more.
  const isKnown = ({ id, changes }: DemoStudent) => applicants.has(id) || changes.at(-1)?.to !== 'rejected'
  const applied = { isLegalGuardian: true, maySign: true, mayCollect: true, livesWithChild: true }
  return familiesOf(school.students).flatMap((family) =>
    family.filter(isKnown).flatMap((student) =>
      parentsOf(school, family[0] ?? student, student).map(({ name, ...parent }, position) => ({
        schoolId: school.id,
        id: newId(),
        studentId: student.id,
        place: position,
        position,
        nameLatin: name.en,
        nameArabic: name.ar,
        ...parent,
        ...applied,
      })),
    ),
  )
}

/** What stands in the files of students besides their way: so that every screen of the desk shows something at the first start. */
export async function writeDesk(tx: Tx, school: DemoSchool, deps: DeskDeps): Promise<void> {
  await writeApplications(tx, school, deps)
  await writeRecords(tx, school, deps)
  await writeDocuments(tx, school, deps)
  await writeScoring(tx, school, deps)
  await writeAppointments(tx, school, deps)
}
