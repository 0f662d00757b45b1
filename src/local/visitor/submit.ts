import type { Draft } from '#local/forms/drafts.ts'
import type { Vault } from '#local/kernel/vault.ts'
import { type Appender, append } from '#local/outbox/append.ts'
import { consentSlug, type FormsDb, faceSlug, type Sealed, type SubmittedRow } from '#local/storage/forms-db.ts'
import type { Submission } from '#shared/forms/form.contract.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'

/** Purposes of forms submitted by an operation; criteria forms go through their link. */
export type SubmittedPurpose = Exclude<FormPurpose, 'criteria'>

/** Command that submits a form of each purpose. */
const commandOf: Record<SubmittedPurpose, CommandKind> = {
  enquiry: 'enquiry.submit',
  admission: 'admission.submit',
  hr: 'hr.apply',
}

export interface SubmitParts {
  db: FormsDb
  vault: Vault
  appender: Appender
  /** `form/<visitor>` or `kiosk/<device>`. */
  stream: string
}

/** Submission data besides the answers. */
export interface Submit {
  draft: Draft
  purpose: SubmittedPurpose
  language: Submission['language']
  channel: Submission['channel']
  trap: string
  /** Number of files named by the answers. */
  fileCount: number
  actorId: UserId | null
}

/**
 * Submits a draft: resolves once the operation is durable on this device, which is what "saved on this device" means. The same
 * draft again changes nothing, after a double tap or a crash in between.
 * @throws StorageFull, StorageBroken, AppError request.too-large: the draft is unchanged
 */
export async function submit(parts: SubmitParts, asked: Submit): Promise<void> {
  const { db, vault, appender, stream } = parts
  const { draft, purpose, language, channel, trap, fileCount, actorId } = asked
  const { id, slug, version, startedAt, answers } = draft
  const body: Submission = { form: slug, version, language, answers, startedAt, channel, trap }
  const sealed = await vault.seal(body)
  const op = await append(appender, stream, id, (counters) => ({
    counters,
    draft: { opId: id, stream, kind: commandOf[purpose], v: 1, actorId, amountMinor: null, label: null, body, sealed },
  }))
  await recordSubmitted(db, { id, slug, stream, seq: op.seq, filesLeft: fileCount }, appender.clock.nowMs())
}

type Noted = Pick<SubmittedRow, 'id' | 'slug' | 'stream' | 'seq' | 'filesLeft'>

/** Turns the draft into a submission: it can no longer be edited, and its files wait for the server. */
export const recordSubmitted = (db: FormsDb, row: Noted, nowMs: number): Promise<void> =>
  db.transaction('rw', db.handedIn, db.drafts, async () => {
    await db.drafts.delete(row.id)
    if (await db.handedIn.get(row.id)) return
    await db.handedIn.add({ ...row, state: 'saved', handedInAtMs: nowMs, reference: null, problem: null })
  })

/**
 * Records submissions that are in the outbox and were not noted here because the battery died in between, so that a submitted
 * form is not edited further.
 */
export async function recordForgotten({ db, vault, appender, stream }: SubmitParts): Promise<void> {
  const known = await db.handedIn.where('id').above('').toArray()
  const lastSeq = Math.max(0, ...known.filter((row) => row.stream === stream).map((row) => row.seq))
  for (const op of await appender.store.ofStream(stream, lastSeq + 1)) {
    if (!op.isSealed) continue
    const isForm = op.kind !== consentSlug && op.kind !== faceSlug
    const slug = isForm ? ((await vault.open(op.body as Sealed)) as Submission).form : op.kind
    const filesLeft = await db.files.where('draftId').equals(op.opId).count()
    await recordSubmitted(db, { id: op.opId, slug, stream, seq: op.seq, filesLeft }, appender.clock.nowMs())
  }
}
