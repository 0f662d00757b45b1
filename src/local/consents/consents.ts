import { append } from '#local/outbox/append.ts'
import { consentSlug } from '#local/storage/forms-db.ts'
import { enrolByLink } from '#local/visitor/enrol-by-link.ts'
import { recordSubmitted, type SubmitParts } from '#local/visitor/submit.ts'
import type { ConsentAnswer, ConsentDecision, ConsentPage, Signature } from '#shared/consents/consent.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'

/** A consent decision made on this device, with the id under which it was submitted. */
export interface OwnDecision {
  id: string
  decidedAt: string
  answers: ConsentAnswer[]
}

/** Choices and typed text of a decision not made yet. */
export interface ConsentDraft {
  /** Id the decision will be submitted under. */
  id: string
  /** Choices by purpose and wording version (`choiceKey`): a changed wording is decided again. */
  chosen: Readonly<Record<string, boolean>>
  signedBy: Signature['kind']
  name: string
  strokes: readonly number[][]
}

/** Page opened by an access link and the decisions made since on this device. */
export interface CachedConsent {
  page: ConsentPage
  own: OwnDecision[]
  draft?: ConsentDraft | undefined
  /** Id of the face last submitted here. */
  enrolment?: string | undefined
}

/** Access links of guardians opened on this device, sealed, each under the hash of its token. */
export interface Consents {
  /** Sender id of this device; sent to the server when a link is opened. */
  readonly senderId: DeviceId
  read(token: string): Promise<CachedConsent | undefined>
  /** Stores the server's current page. Decisions made here that it does not show yet stay. */
  keep(token: string, page: ConsentPage): Promise<CachedConsent>
  /** Stores the choices made so far; does nothing where the link was not opened here. */
  keepDraft(token: string, draft: ConsentDraft): Promise<void>
  /** Deletes the cached page of a link that has expired or was revoked. */
  drop(token: string): Promise<void>
  /** Resolves once the decision is durable on this device. Repeating an id changes nothing. */
  decide(token: string, id: string, decision: ConsentDecision): Promise<void>
  /**
   * Resolves once the face is durable on this device, sealed to the school. Repeating an id changes nothing.
   * @throws RangeError where the link allows no face; StorageFull, StorageBroken
   */
  enrol(token: string, id: string, templates: readonly Float32Array[]): Promise<void>
}

/** Returns sealed storage for the rows; changes run one after the other. */
function cachedRows({ db, vault }: SubmitParts) {
  const raw = async (token: string): Promise<CachedConsent | undefined> => {
    const row = await db.consents.get(sha256Hex(token))
    return row && ((await vault.open(row.content)) as CachedConsent)
  }
  // A decision noted here that never reached the outbox (the battery died in between) was not submitted.
  const read = async (token: string): Promise<CachedConsent | undefined> => {
    const kept = await raw(token)
    if (!kept) return undefined
    const isHandedIn = async (id: string | undefined) => id !== undefined && (await db.handedIn.get(id)) !== undefined
    const saved = await db.handedIn.bulkGet(kept.own.map(({ id }) => id))
    const own = kept.own.filter((_own, index) => saved[index] !== undefined)
    const draft = (await isHandedIn(kept.draft?.id)) ? undefined : kept.draft
    return { page: kept.page, own, draft, enrolment: (await isHandedIn(kept.enrolment)) ? kept.enrolment : undefined }
  }
  const put = async (token: string, kept: CachedConsent): Promise<CachedConsent> => {
    await db.consents.put({ id: sha256Hex(token), content: await vault.seal(kept) })
    return kept
  }
  // Each call reads and rewrites the row: two at once would undo each other.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }
  return { raw, read, put, inTurn }
}

/** Opens the guardians' access links on this device; `tell` is called when something is ready to send. */
export function openConsents(parts: SubmitParts, tell: () => void): Consents {
  const { db, stream } = parts
  const { raw, read, put, inTurn } = cachedRows(parts)
  return {
    senderId: stream.slice(stream.indexOf('/') + 1) as DeviceId,
    read,
    keep: (token, page) =>
      inTurn(async () => {
        const known = await read(token)
        const own = (known?.own ?? []).filter(({ id }) => page.acts.every((act) => act.id !== id))
        return put(token, { page, own, draft: known?.draft, enrolment: known?.enrolment })
      }),
    keepDraft: (token, draft) =>
      inTurn(async () => {
        const known = await raw(token)
        if (known) await put(token, { ...known, draft })
      }),
    drop: (token) => db.consents.delete(sha256Hex(token)),
    decide: async (token, id, decision) => {
      await inTurn(async () => {
        const known = await raw(token)
        const { decidedAt, answers } = decision
        if (known && !known.own.some((each) => each.id === id))
          await put(token, { ...known, own: [...known.own, { id, decidedAt, answers }] })
        // In the same turn: a page stored in between would take the decision for one never submitted.
        await submitDecision(parts, id, decision)
      })
      tell()
    },
    enrol: async (token, id, templates) => {
      await inTurn(async () => {
        const known = await raw(token)
        if (!known) throw new RangeError('this link was not opened here')
        // Noted first: a note without an operation in the outbox counts as not submitted.
        await put(token, { ...known, enrolment: id })
        await enrolByLink(parts, known.page, id, templates)
      })
      tell()
    },
  }
}

async function submitDecision(parts: SubmitParts, id: string, decision: ConsentDecision): Promise<void> {
  const { db, vault, appender, stream } = parts
  const sealed = await vault.seal(decision)
  const op = await append(appender, stream, id, (counters) => ({
    counters,
    draft: {
      opId: id,
      stream,
      kind: 'consent.decide',
      v: 1,
      actorId: null,
      amountMinor: null,
      label: null,
      body: decision,
      sealed,
    },
  }))
  await recordSubmitted(db, { id, slug: consentSlug, stream, seq: op.seq, filesLeft: 0 }, appender.clock.nowMs())
}
