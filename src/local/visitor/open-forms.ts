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
import { recordForgotten, type Submit, submit } from './submit.ts'

/** Forms of this device, written, stored and submitted offline. */
export interface Forms {
  readonly db: FormsDb
  readonly vault: Vault
  readonly drafts: Drafts
  readonly outbox: OpenOutbox
  readonly surroundings: Surroundings
  /** Guardians' links opened here, and the decisions made through them. */
  readonly consents: Consents
  /** Offers opened here, and the answers to them. */
  readonly offers: Offers
  handIn(asked: Submit): Promise<void>
  close(): void
}

/** Opens the forms over an outbox that is already open: a paired kiosk's own. */
export async function openForms(
  schoolCode: string,
  outbox: OpenOutbox,
  stream: string,
  surroundings: Surroundings,
): Promise<Forms> {
  const db = new FormsDb(formsDbName(schoolCode))
  const vault = await openVault(db, surroundings.random)
  const parts = { db, vault, appender: outbox.appender, stream }
  await recordForgotten(parts)
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
      await submit(parts, asked)
      tell()
    },
    close: () => db.close(),
  }
}

export interface VisitorForms extends Forms {
  readonly identity: VisitorIdentity
}

/** Opens the forms of an unpaired browser. */
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
