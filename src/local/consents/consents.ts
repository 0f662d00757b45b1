import { append } from '#local/outbox/append.ts'
import { consentSlug } from '#local/storage/forms-db.ts'
import { enrolByLink } from '#local/visitor/enrol-by-link.ts'
import { type HandInParts, noteHandedIn } from '#local/visitor/hand-in.ts'
import type { ConsentAnswer, ConsentDecision, ConsentPage, Signature } from '#shared/consents/consent.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'

/** A decision of this device, with the id under which it was handed in. */
export interface OwnDecision {
  id: string
  decidedAt: string
  answers: ConsentAnswer[]
}

/** Chosen and typed, and not decided yet. */
export interface ConsentDraft {
  /** The id that the decision will have. */
  id: string
  /** Under the purpose and the version of its wording (`choiceKey`): another wording is decided anew. */
  chosen: Readonly<Record<string, boolean>>
  signedBy: Signature['kind']
  name: string
  strokes: readonly number[][]
}

/** What a link has opened here, and what was decided since on this device. */
export interface KeptConsent {
  page: ConsentPage
  own: OwnDecision[]
  draft?: ConsentDraft | undefined
  /** The id of the face that was handed in here last. */
  enrolment?: string | undefined
}

/** The links of guardians that were opened on this device, sealed, each under the hash of its token. */
export interface Consents {
  /** As whom this device decides: the server is told when the link is opened. */
  readonly senderId: DeviceId
  read(token: string): Promise<KeptConsent | undefined>
  /** The page as the server has it now. What was decided here and is not in it yet stays. */
  keep(token: string, page: ConsentPage): Promise<KeptConsent>
  /** Keeps what is chosen so far; nothing where the link was not opened here. */
  keepDraft(token: string, draft: ConsentDraft): Promise<void>
  /** A link that opens nothing any more opens nothing here either. */
  drop(token: string): Promise<void>
  /** Resolves once the decision is on this device for good. The same id again changes nothing. */
  decide(token: string, id: string, decision: ConsentDecision): Promise<void>
  /**
   * Resolves once the face is on this device for good, sealed to the school. The same id again changes nothing.
   * @throws RangeError where the link allows none; StorageFull, StorageBroken
   */
  enrol(token: string, id: string, templates: readonly Float32Array[]): Promise<void>
}

/** The rows themselves: sealed, and changed one after the other. */
function keptRows({ db, vault }: HandInParts) {
  const raw = async (token: string): Promise<KeptConsent | undefined> => {
    const row = await db.consents.get(sha256Hex(token))
    return row && ((await vault.open(row.content)) as KeptConsent)
  }
  // What was noted and never came into the outbox, because the battery died between the two, was not handed in.
  const read = async (token: string): Promise<KeptConsent | undefined> => {
    const kept = await raw(token)
    if (!kept) return undefined
    const isHandedIn = async (id: string | undefined) => id !== undefined && (await db.handedIn.get(id)) !== undefined
    const saved = await db.handedIn.bulkGet(kept.own.map(({ id }) => id))
    const own = kept.own.filter((_own, index) => saved[index] !== undefined)
    const draft = (await isHandedIn(kept.draft?.id)) ? undefined : kept.draft
    return { page: kept.page, own, draft, enrolment: (await isHandedIn(kept.enrolment)) ? kept.enrolment : undefined }
  }
  const put = async (token: string, kept: KeptConsent): Promise<KeptConsent> => {
    await db.consents.put({ id: sha256Hex(token), content: await vault.seal(kept) })
    return kept
  }
  // Each reads what is there and writes it anew: two at once would undo each other.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }
  return { raw, read, put, inTurn }
}

/** `tell` is called when something waits to be sent. */
export function openConsents(parts: HandInParts, tell: () => void): Consents {
  const { db, stream } = parts
  const { raw, read, put, inTurn } = keptRows(parts)
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
        // In the same turn: a page that came between the two would take it for one that was never handed in.
        await handInDecision(parts, id, decision)
      })
      tell()
    },
    enrol: async (token, id, templates) => {
      await inTurn(async () => {
        const known = await raw(token)
        if (!known) throw new RangeError('this link was not opened here')
        // Noted first: what then never came into the outbox was not handed in.
        await put(token, { ...known, enrolment: id })
        await enrolByLink(parts, known.page, id, templates)
      })
      tell()
    },
  }
}

async function handInDecision(parts: HandInParts, id: string, decision: ConsentDecision): Promise<void> {
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
  await noteHandedIn(db, { id, slug: consentSlug, stream, seq: op.seq, filesLeft: 0 }, appender.clock.nowMs())
}
