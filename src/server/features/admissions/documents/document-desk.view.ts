import type { z } from 'zod'
import type { DocumentStatusRow } from '#server/features/documents/document.service.ts'
import type { ActionRow, HeldFile } from '#server/features/documents/document-file-list.service.ts'
import type { LinkRow } from '#server/features/documents/document-link.service.ts'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { DocumentItem, DocumentLink } from '#shared/documents/document.contract.ts'
import type { ChecklistItem } from '#shared/documents/document-checklist.rules.ts'
import type { FamilyItem } from '#shared/documents/document-review.contract.ts'
import { actsFrom, type DocumentActorRole, findStep } from '#shared/documents/document-state.rules.ts'
import { fileTiers } from '#shared/kernel/file-kind.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'

type Staff = ReadonlyMap<UserId, Person>
type Item = z.input<typeof DocumentItem>

export interface Around {
  rows: ReadonlyMap<string, DocumentStatusRow>
  files: readonly HeldFile[]
  actions: readonly ActionRow[]
  staff: Staff
  reference: string
  movers: readonly DocumentActorRole[]
  sees: (item: ChecklistItem) => boolean
}

const colleague = (userId: UserId | null, staff: Staff) =>
  userId && { userId, name: staff.get(userId)?.name ?? { en: '–', ar: '–' } }

const typeView = ({ code, label, sensitivity, hasExpiry, promiseDays, accept, tier }: ChecklistItem['type']) => ({
  code,
  label,
  sensitivity,
  hasExpiry,
  promiseDays,
  accept,
  maxBytes: fileTiers[tier],
})

/** Maps one document for staff; a withheld one only shows that it exists. */
export function documentItem(item: ChecklistItem, { rows, files, actions, ...around }: Around): Item {
  const { type, isAsked, note, standing, state, isSettled } = item
  const isSeen = around.sees(item)
  const own = actions.filter((action) => action.type === type.code)
  const ofType = files.filter(({ document }) => document.type === type.code)
  return {
    type: typeView(type),
    isAsked,
    note,
    state,
    isSettled,
    expiresOn: isSeen ? standing.expiresOn : null,
    promisedUntil: isSeen ? standing.promisedUntil : null,
    revision: rows.get(type.code)?.revision ?? 0,
    isWithheld: !isSeen,
    files: isSeen ? latestFirst(ofType, own).map((file) => fileView(file, own, around)) : [],
    deeds: isSeen ? own.toReversed().map((action) => actionView(action, around.staff)) : [],
    acts: isSeen
      ? actsFrom(state, around.movers).filter((act) =>
          act === 'undertake' ? type.promiseDays !== null : act === 'set-expiry' ? type.hasExpiry : true,
        )
      : [],
  }
}

/** Sorts the files of one document, the latest first; incomplete uploads precede all. */
function latestFirst(files: readonly HeldFile[], actions: readonly ActionRow[]): HeldFile[] {
  const place = new Map(actions.map(({ documentId, revision }) => [documentId, revision]))
  const placeOf = ({ document }: HeldFile) => place.get(document.id) ?? Number.MAX_SAFE_INTEGER
  return files.toSorted((a, b) => placeOf(b) - placeOf(a))
}

function fileView(
  { document, file }: HeldFile,
  actions: readonly ActionRow[],
  { staff, reference }: Pick<Around, 'staff' | 'reference'>,
): Item['files'][number] {
  const came = actions.find(({ documentId }) => documentId === document.id)
  const decided =
    came && actions.find(({ act, revision }) => revision > came.revision && (act === 'approve' || act === 'reject'))
  return {
    doc_id: document.id,
    doc_name: file.name,
    admission_id: reference,
    kind: file.kind,
    bytes: file.bytes,
    state: file.state,
    from: document.cameFrom,
    by: colleague(document.byUser, staff),
    addedAt: came?.at ?? document.addedAt,
    decided: decided ? (decided.act === 'approve' ? 'approved' : 'rejected') : null,
  }
}

const actionView = ({ id, act, byUser, reason, note, day, at }: ActionRow, staff: Staff): Item['deeds'][number] => ({
  id,
  act,
  by: colleague(byUser, staff),
  reason,
  note,
  day,
  at,
})

/** Maps one document for a family's link. */
export function familyItem(
  { type, note, state, standing }: ChecklistItem,
  actions: readonly ActionRow[],
): z.input<typeof FamilyItem> {
  const refusal =
    state === 'rejected'
      ? actions.findLast((action) => action.type === type.code && action.act === 'reject')
      : undefined
  const { code, label, accept, tier } = type
  return {
    type: { code, label, accept, maxBytes: fileTiers[tier] },
    note,
    state,
    promisedUntil: standing.promisedUntil,
    reason: refusal?.reason ?? null,
    remark: refusal?.note ?? null,
    maySend: findStep(state, 'upload', ['family']) !== undefined,
  }
}

export const linkView = (
  { id, guardian, email, language, askedAt, expiresAt, openedAt, endedAt }: LinkRow,
  nowMs: number,
): z.input<typeof DocumentLink> => ({
  id,
  guardian,
  email,
  language,
  askedAt,
  expiresAt,
  state:
    endedAt !== null ? 'ended' : fromInstant(expiresAt) <= nowMs ? 'expired' : openedAt === null ? 'waiting' : 'opened',
})
