import { type Offers, openOffers } from '#local/admissions/offers.ts'
import { type Consents, openConsents } from '#local/consents/consents.ts'
import { type OpenOutbox, openOutbox } from '#local/device/open-device.ts'
import { type Drafts, openDrafts } from '#local/forms/drafts.ts'
import { type VisitorIdentity, visitorIdentity, visitorStream } from '#local/forms/visitor.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { openVault, type Vault } from '#local/kernel/vault.ts'
import { FormsDb } from '#local/storage/forms-db.ts'
import { formsDbName } from '#local/storage/names.ts'
import { visitorOutboxName } from '#local/storage/outbox-db.ts'
import { type HandIn, handIn, noteForgotten } from './hand-in.ts'

/** Where forms of this device are written, kept and handed in: all of it without a network. */
export interface Forms {
  readonly db: FormsDb
  readonly vault: Vault
  readonly drafts: Drafts
  readonly outbox: OpenOutbox
  readonly surroundings: Surroundings
  /** The links of guardians that were opened here, and what was decided by them. */
  readonly consents: Consents
  /** The offers that were opened here, and what was answered to them. */
  readonly offers: Offers
  handIn(asked: HandIn): Promise<void>
  close(): void
}

/** Over an outbox that is open already: a paired kiosk's own. */
export async function openForms(
  schoolCode: string,
  outbox: OpenOutbox,
  stream: string,
  surroundings: Surroundings,
): Promise<Forms> {
  const db = new FormsDb(formsDbName(schoolCode))
  const vault = await openVault(db, surroundings.random)
  const parts = { db, vault, appender: outbox.appender, stream }
  await noteForgotten(parts)
  const tell = () => {
    surroundings.channel.post({ type: 'ops-added' })
    surroundings.channel.post({ type: 'forms' })
  }
  return {
    db,
    vault,
    outbox,
    surroundings,
    drafts: openDrafts(db, vault, surroundings.clock),
    consents: openConsents(parts, tell),
    offers: openOffers(db, vault),
    handIn: async (asked) => {
      await handIn(parts, asked)
      tell()
    },
    close: () => db.close(),
  }
}

export interface VisitorForms extends Forms {
  readonly identity: VisitorIdentity
}

/** For a browser that nobody has paired. */
export async function openVisitorForms(schoolCode: string, surroundings: Surroundings): Promise<VisitorForms> {
  const outbox = await openOutbox(visitorOutboxName(schoolCode), surroundings)
  const identity = await visitorIdentity(outbox.store, surroundings.clock, surroundings.random)
  const forms = await openForms(schoolCode, outbox, visitorStream(identity), surroundings)
  const close = () => {
    forms.close()
    outbox.store.close()
  }
  return { ...forms, identity, close }
}
