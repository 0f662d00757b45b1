import { filesAndActions } from '#server/features/documents/document-file-list.service.ts'
import { linksOf } from '#server/features/documents/document-link.service.ts'
import { typesOf } from '#server/features/documents/document-type.service.ts'
import { notesOf } from '#server/features/students/record/note.service.ts'
import { changesOf } from '#server/features/students/record/record-change.service.ts'
import { tasksOf } from '#server/features/students/record/task.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { identityRows } from '../eligibility/student-identity.service.ts'
import { feeRows } from '../fees/student-fee.service.ts'
import { refusalNotices } from '../fees/student-notice.service.ts'
import { noticesOf } from '../offers/offer-link.service.ts'
import { historyOf } from './student-file.service.ts'
import { entry, type Params, type TimelineEvent } from './timeline-entry.ts'
import { offers } from './timeline-offer.service.ts'

/** Returns the checks and records of the desk on a file, whatever became of them. */
async function checks(tx: Tx, { schoolId, studentId, seesSensitive }: Params): Promise<TimelineEvent[]> {
  const known = await identityRows(tx, schoolId, studentId)
  const fees = await feeRows(tx, schoolId, studentId)
  const notices = seesSensitive ? await refusalNotices(tx, schoolId, studentId) : []
  return [
    ...known.map(({ id, at, byUser, subject, paper }) =>
      entry({ id, at, kind: 'record', what: `identity-${subject}${paper === null ? '-back' : ''}`, by: byUser }),
    ),
    ...fees
      // Its reduction of a debt follows from the reversed payment.
      .filter(({ kind, reverses }) => kind === 'paid' || reverses === null)
      .map(({ id, at, byUser, kind, reverses }) =>
        entry({ id, at, kind: 'record', what: reverses === null ? `fee-${kind}` : 'fee-reversed', by: byUser }),
      ),
    ...notices.map(({ id, openedAt }) =>
      entry({ id: `${id} notice`, at: openedAt, kind: 'record', what: 'notice-opened' }),
    ),
    ...notices.flatMap(({ id, at, byUser }) =>
      at === null ? [] : [entry({ id: `${id} filed`, at, kind: 'record', what: 'notice-filed', by: byUser })],
    ),
  ]
}

async function steps(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  return (await historyOf(tx, schoolId, studentId)).map((row) =>
    entry({
      id: row.id,
      at: row.recordedAt,
      kind: 'status',
      what: row.toStatus,
      by: row.byUser,
      text: row.note,
      facts: {
        mover: row.mover,
        ...(row.fromStatus && { from: row.fromStatus }),
        ...(row.outcome && { outcome: row.outcome }),
        ...(row.reason && { reason: row.reason }),
      },
    }),
  )
}

async function documents(
  tx: Tx,
  { schoolId, studentId, seesDocuments, seesSensitive }: Params,
): Promise<TimelineEvent[]> {
  if (!seesDocuments) return []
  const { actions } = await filesAndActions(tx, schoolId, studentId)
  const types = new Map((await typesOf(tx, schoolId)).types.map((type) => [type.code, type]))
  return actions.flatMap((action) => {
    const type = types.get(action.type)
    if (!type || (type.sensitivity === 'S3' && !seesSensitive)) return []
    const facts = { en: type.label.en, ar: type.label.ar, ...(action.reason && { reason: action.reason }) }
    return [
      entry({
        id: action.id,
        at: action.at,
        kind: 'document',
        what: action.act,
        by: action.byUser,
        text: action.note,
        facts,
      }),
    ]
  })
}

/** Returns messages to a family, and contacts with it. */
export async function messages(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  const told = await noticesOf(tx, schoolId, studentId)
  const asked = await linksOf(tx, schoolId, studentId)
  const spoken = (await notesOf(tx, schoolId, studentId)).filter(({ note, strike }) => note.way !== 'remark' && !strike)
  return [
    ...told.map(({ offerId, notice, at, version }) =>
      entry({
        // Distinct from the offer's own entries, which have moments of the same names.
        id: `${offerId} told ${notice}`,
        at,
        kind: 'message',
        what: `offer-${notice.split(' ')[0]}`,
        facts: { version },
      }),
    ),
    ...asked.map(({ id, askedAt, askedBy, guardian }) =>
      entry({ id, at: askedAt, kind: 'message', what: 'documents-asked', by: askedBy, facts: { to: guardian } }),
    ),
    ...spoken.map(({ note }) =>
      entry({
        id: `${note.id} ${note.way}`,
        at: note.at,
        kind: 'message',
        what: note.way,
        by: note.byUser,
        text: note.text,
      }),
    ),
  ]
}

async function notes(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  return (await notesOf(tx, schoolId, studentId)).flatMap(({ note, strike }) => [
    // Contacts with a family are listed among the messages.
    ...(note.way === 'remark' || strike
      ? [
          entry({
            id: note.id,
            at: note.at,
            kind: 'note' as const,
            what: strike ? 'struck' : 'written',
            by: note.byUser,
            text: note.text,
          }),
        ]
      : []),
    ...(strike
      ? [
          entry({
            id: `${note.id} strike`,
            at: strike.at,
            kind: 'note' as const,
            what: 'strike',
            by: strike.byUser,
            text: strike.reason,
          }),
        ]
      : []),
  ])
}

async function tasks(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  return (await tasksOf(tx, schoolId, studentId)).flatMap((task) => [
    entry({
      id: task.id,
      at: task.at,
      kind: 'task' as const,
      what: 'given',
      by: task.byUser,
      text: task.task,
      facts: { on: task.dueOn },
    }),
    ...(task.doneAt === null
      ? []
      : [
          entry({
            id: `${task.id} done`,
            at: task.doneAt,
            kind: 'task' as const,
            what: 'done',
            by: task.doneBy,
            text: task.task,
          }),
        ]),
  ])
}

async function record(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  return (await changesOf(tx, schoolId, studentId)).flatMap((row) =>
    row.changes.map((change, no) =>
      entry({
        id: `${row.id} ${no}`,
        at: row.at,
        kind: 'record',
        what: change.field,
        by: row.byUser,
        facts: {
          ...(change.name && { name: change.name }),
          ...(change.from !== null && { from: String(change.from) }),
          ...(change.to !== null && { to: String(change.to) }),
        },
      }),
    ),
  )
}

/** Entries of every history, separately. */
export const timelineSources = [steps, offers, documents, messages, notes, tasks, record, checks]
