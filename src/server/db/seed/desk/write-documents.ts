import { documentActions, documentStatuses, documents } from '#server/features/documents/document.table.ts'
import { fileChunks, submissionFiles } from '#server/features/forms/form.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { checklistOf } from '#shared/documents/document-checklist.rules.ts'
import { packFor } from '#shared/documents/document-packs.ts'
import { type DocumentAct, findStep, type StoredState } from '#shared/documents/document-state.rules.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, type Day, dayAfter, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import type { DeskDeps } from './write-applications.ts'

/** One grey dot, as a picture that every browser draws: where a school takes no paper but a photograph. */
const samplePicture = (): Uint8Array =>
  Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (letter) => letter.charCodeAt(0),
  )

/** A PDF of one page with one line of plain Latin text: what demo schools have in place of scanned papers. */
function samplePaper(line: string): Uint8Array {
  const stream = `BT /F1 20 Tf 60 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  return new TextEncoder().encode(`${body}${end}startxref\n${body.length}\n%%EOF\n`)
}

/** What was done with a paper, and how long it is good from now on. */
interface Way {
  acts: readonly DocumentAct[]
  reason?: string
  goodForDays?: number
}

const approved: Way = { acts: ['upload', 'approve'], goodForDays: 700 }
/** One after the other, so that a checklist shows each state there is. */
const ways: readonly Way[] = [
  approved,
  { acts: ['upload'] },
  { acts: ['upload', 'reject'], reason: 'unreadable' },
  { acts: ['undertake'] },
  approved,
  { acts: ['upload', 'take-up'] },
  { acts: [] },
  // About to run out.
  { acts: ['upload', 'approve'], goodForDays: 12 },
  { acts: ['waive'], reason: 'cannot-be-had' },
]
/** So many of those who are on their way have brought something. */
const bringing = 14

/** Documents of those who are on their way, in every state; all that is asked of the person who is confirmed. */
export async function writeDocuments(tx: Tx, school: DemoSchool, deps: DeskDeps): Promise<void> {
  const at = (student: DemoStudent) => student.changes.at(-1)?.to ?? 'new'
  const coming = school.students.filter((each) => ['shortlisted', 'offer-out', 'accepted', 'booked'].includes(at(each)))
  // Every other one has not begun yet.
  const some = coming.filter((_, index) => index % 2 === 0)
  const all = school.students.filter((each) => at(each) === 'confirmed')
  const today = businessDay(deps.clock.nowMs(), school.timeZone, 0)
  const rows = emptyRows()
  const askedOf = ({ grade, nationality }: DemoStudent) => {
    const home = homeCountry(school.currency)
    const facts = { grade, nationality, lastSchool: null, home }
    return checklistOf(facts, packFor(home).types, new Map(), today).map(({ type }) => type)
  }
  for (const [index, student] of some.slice(0, bringing).entries())
    for (const [no, type] of askedOf(student).entries())
      add(rows, { school, student, type, today, deps }, ways[(index + no) % ways.length] ?? approved)
  for (const student of all)
    for (const type of askedOf(student)) add(rows, { school, student, type, today, deps }, approved)
  await tx.insert(documentStatuses).values(rows.standings)
  if (rows.files.length > 0) await tx.insert(submissionFiles).values(rows.files)
  if (rows.files.length > 0) await tx.insert(fileChunks).values(rows.chunks)
  if (rows.files.length > 0) await tx.insert(documents).values(rows.documents)
  await tx.insert(documentActions).values(rows.actions)
}

const emptyRows = () => ({
  standings: [] as (typeof documentStatuses.$inferInsert)[],
  actions: [] as (typeof documentActions.$inferInsert)[],
  documents: [] as (typeof documents.$inferInsert)[],
  files: [] as (typeof submissionFiles.$inferInsert)[],
  chunks: [] as (typeof fileChunks.$inferInsert)[],
})

interface Of {
  school: DemoSchool
  student: DemoStudent
  type: DocumentType
  today: Day
  deps: DeskDeps
}

const fileOf = (kind: 'pdf' | 'png', name: string, data: Uint8Array) => ({
  data,
  row: { name, kind, bytes: data.length, sha256: sha256OfBytes(data) },
})
const paper = fileOf('pdf', 'Scan 0114.pdf', samplePaper('Sample paper of a demo school'))
const picture = fileOf('png', 'Photo 0114.png', samplePicture())

function add(rows: ReturnType<typeof emptyRows>, of: Of, { acts, reason, goodForDays }: Way): void {
  const { school, student, type, today, deps } = of
  if (acts.length === 0) return
  const { id: schoolId } = school
  const studentId = student.id
  const nowMs = deps.clock.nowMs()
  const newId = () => uuidv7(nowMs, deps.random)
  const begunMs = Math.min(fromInstant(student.changes.at(-1)?.at ?? toInstant(nowMs)), nowMs - acts.length * hourMs)
  // Not everybody may see what is most sensitive.
  const isRegistrars = acts.includes('waive') || type.sensitivity === 'S3'
  const by = school.staff.find(({ role }) => role === (isRegistrars ? 'registrar' : 'admission-officer'))
  let state: StoredState = 'missing'
  const fileId = acts.includes('upload') ? newId() : null
  for (const [index, act] of acts.entries()) {
    const step = findStep(state, act)
    if (!step) throw new Error(`a document that is ${state} takes no ${act}`)
    state = step.to
    rows.actions.push({
      schoolId,
      id: newId(),
      studentId,
      type: type.code,
      revision: index + 1,
      act,
      state,
      documentId: act === 'upload' ? fileId : null,
      byUser: act === 'upload' ? null : (by?.id ?? null),
      reason: step.says === 'reason' ? (reason ?? 'unreadable') : null,
      day: act === 'undertake' ? dayAfter(today, 30) : null,
      at: toInstant(begunMs + index * hourMs),
    })
  }
  rows.standings.push({
    schoolId,
    studentId,
    type: type.code,
    state,
    expiresOn: state === 'approved' && type.hasExpiry && goodForDays ? dayAfter(today, goodForDays) : null,
    promisedUntil: state === 'undertaking' ? dayAfter(today, 30) : null,
    isSensitive: type.sensitivity === 'S3',
    since: toInstant(begunMs + (acts.length - 1) * hourMs),
    revision: acts.length,
  })
  if (fileId === null) return
  const addedAt = toInstant(begunMs)
  const { data, row } = type.accept.includes('pdf') ? paper : picture
  rows.files.push({ schoolId, id: fileId, path: type.code, ...row, state: 'complete', completedAt: addedAt })
  rows.chunks.push({ schoolId, fileId, no: 0, data })
  rows.documents.push({ schoolId, id: fileId, studentId, type: type.code, cameFrom: 'family', addedAt })
}
