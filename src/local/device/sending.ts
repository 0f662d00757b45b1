import type { Http } from '#local/kernel/http.ts'
import { openVault, type Vault } from '#local/kernel/vault.ts'
import { openHttpTransport } from '#local/outbox/http-transport.ts'
import type { Pulled } from '#local/outbox/outbox.types.ts'
import { startSender } from '#local/outbox/sender.ts'
import { type Sender, type SenderParts } from '#local/outbox/sender.types.ts'
import { pull } from '#local/pos/snapshot/pull.ts'
import { openFacesStore } from '#local/recognition/faces-store.ts'
import { deleteExpired, pullFaces } from '#local/recognition/pull-faces.ts'
import { FormsDb, type Sealed } from '#local/storage/forms-db.ts'
import { formsDbName } from '#local/storage/names.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type DeviceIdentity, streamOf } from './identity.ts'
import type { Device } from './open-device.ts'
import { type ReachabilityParts, watchReachability } from './reachability.ts'
import { openSignedSend } from './signed-send.ts'

/*
 * Network half of a device. It brings in the HTTP client and the contract's schemas (a quarter of the till's code), so a page
 * loads it after its till is open: selling needs none of it.
 */

/** Returns the transport and the pull of a paired device, for a page or a service worker. */
export function exchangeOf(
  device: Device,
  identity: DeviceIdentity,
  http: Http,
  onRefused: (messageId: MessageId) => void = () => undefined,
) {
  const { options, store, offset, contact, snapshot } = device
  const { clock, random, channel } = options.surroundings
  const send = openSignedSend({ http, identity, clock, offset })
  const faces = openFacesStore(options.schoolCode, clock, random)
  // Runs with or without a server answer: unconfirmed faces expire. A failure here must not delay sales.
  const keepFaces = async (pulled: Pulled | undefined) => {
    const etag = pulled?.galleryEtag
    const changed = pulled && (await pullFaces({ store: faces, send, identity, etag }).catch(() => false))
    return (await deleteExpired(faces).catch(() => false)) || changed === true
  }
  return {
    transport: openHttpTransport({
      send,
      identity,
      clock,
      random,
      offset,
      contact,
      appVersion: options.appVersion,
      unseal: unsealWith(options.schoolCode, random),
    }),
    pull: async () => {
      const pulled = await pull({
        db: snapshot,
        store,
        send,
        identity,
        clock,
        offset,
        contact,
        release: options.appVersion,
        onRefused,
      })
      if (pulled) channel.post({ type: 'snapshot' })
      if (await keepFaces(pulled)) channel.post({ type: 'faces' })
      return pulled
    },
  }
}

/** Returns a function that opens operations sealed at a front desk; the vault is opened on first use, so never on a till. */
function unsealWith(schoolCode: string, random: Random): (sealed: unknown) => Promise<unknown> {
  let vault: Promise<Vault> | undefined
  return async (sealed) => {
    vault ??= openVault(new FormsDb(formsDbName(schoolCode)), random)
    return (await vault).open(sealed as Sealed)
  }
}

/**
 * Fills the snapshot of this page's own release. The leading page fills only its own; a page whose release has another shape
 * would wait permanently beside an older leader, so it pulls itself until `isFilled`. Pulling twice changes nothing.
 */
export async function fillOwnSnapshot(
  device: Device,
  identity: DeviceIdentity,
  http: Http,
  isFilled: () => boolean,
): Promise<void> {
  const never = new AbortController().signal
  const { pull: pullOnce } = exchangeOf(device, identity, http)
  for (;;) {
    // The leader goes first: usually it is this very page.
    await device.options.surroundings.sleep(ownTurnMs, never)
    if (isFilled()) return
    await pullOnce().catch(() => undefined)
  }
}

const ownTurnMs = 5000

export const syncLockName = (schoolCode: string): string => `sync:${schoolCode}`

export interface SendingHooks {
  /** Number of the operation that opened the open shift, from which operations must be kept; null without an open shift. */
  openShiftSeq(): number | null
  onTrouble(trouble: MessageId | null): void
}

/** Follows whether the server is there, for as long as the page lives; what waits is sent as soon as it is back. */
export function watchServer(
  { contact, options }: Device,
  http: Http,
  { onChange, onBack, isWatched }: { onChange(isReachable: boolean): void; onBack(): void; isWatched(): boolean },
): void {
  const parts: ReachabilityParts = {
    probe: http.probe,
    quietMs: contact.quietMs,
    isWatched,
    sleep: options.surroundings.sleep,
    onChange: (isReachable, before) => {
      onChange(isReachable)
      if (!isReachable) contact.lost()
      else if (before === false) onBack()
    },
  }
  void watchReachability(parts, new AbortController().signal)
}

/** Starts the sender of a paired device in this tab; one of the device's tabs leads, the others wait. */
export function startSending(device: Device, identity: DeviceIdentity, http: Http, hooks: SendingHooks): Sender {
  const { options, store } = device
  const stream = streamOf(identity)
  const parts: SenderParts = {
    ...options.surroundings,
    ...exchangeOf(device, identity, http, hooks.onTrouble),
    store,
    lockName: syncLockName(options.schoolCode),
    readsAhead: true,
    maySteal: options.maySteal,
    keepFrom: () => ({ [stream]: hooks.openShiftSeq() ?? Number.MAX_SAFE_INTEGER }),
    onTrouble: hooks.onTrouble,
  }
  return startSender(parts)
}
