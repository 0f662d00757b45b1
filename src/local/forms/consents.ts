import { append } from '#local/outbox/append.ts'
import { consentSlug } from '#local/storage/forms-db.ts'
import type { ConsentAnswer, ConsentDecision, ConsentPage } from '#shared/contract/consent.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { type HandInParts, noteHandedIn } from './hand-in.ts'

/** A decision of this device, with the id under which it was handed in. */
export interface OwnDecision {
  id: string
  decidedAt: string
  answers: ConsentAnswer[]
}

/** What a link has opened here, and what was decided since on this device. */
export interface KeptConsent {
  page: ConsentPage
  own: OwnDecision[]
}

/** The links of guardians that were opened on this device, sealed, each under the hash of its token. */
export interface Consents {
  /** As whom this device decides: the server is told when the link is opened. */
  readonly senderId: DeviceId
  read(token: string): Promise<KeptConsent | undefined>
  /** The page as the server has it now. What was decided here and is not in it yet stays. */
  keep(token: string, page: ConsentPage): Promise<KeptConsent>
  /** A link that opens nothing any more opens nothing here either. */
  drop(token: string): Promise<void>
  /** Resolves once the decision is on this device for good. The same id again changes nothing. */
  decide(token: string, id: string, decision: ConsentDecision): Promise<void>
}

/** `tell` is called when something waits to be sent. */
export function openConsents(parts: HandInParts, tell: () => void): Consents {
  const { db, vault, appender, stream } = parts
  const raw = async (token: string): Promise<KeptConsent | undefined> => {
    const row = await db.consents.get(sha256Hex(token))
    return row && ((await vault.open(row.content)) as KeptConsent)
  }
  // What was noted and never came into the outbox, because the battery died between the two, was not decided.
  const read = async (token: string): Promise<KeptConsent | undefined> => {
    const kept = await raw(token)
    if (!kept) return undefined
    const saved = await db.handedIn.bulkGet(kept.own.map(({ id }) => id))
    return { ...kept, own: kept.own.filter((_own, index) => saved[index] !== undefined) }
  }
  const put = async (token: string, kept: KeptConsent): Promise<KeptConsent> => {
    await db.consents.put({ id: sha256Hex(token), content: await vault.seal(kept) })
    return kept
  }
  return {
    senderId: stream.slice(stream.indexOf('/') + 1) as DeviceId,
    read,
    keep: async (token, page) => {
      const known = await read(token)
      const own = (known?.own ?? []).filter(({ id }) => page.acts.every((act) => act.id !== id))
      return put(token, { page, own })
    },
    drop: (token) => db.consents.delete(sha256Hex(token)),
    decide: async (token, id, decision) => {
      const known = await raw(token)
      if (known && known.own.every((each) => each.id !== id)) {
        const { decidedAt, answers } = decision
        await put(token, { ...known, own: [...known.own, { id, decidedAt, answers }] })
      }
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
      tell()
    },
  }
}
