// chunk: sender
import type { Surroundings } from '#local/kernel/ports.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Pulled, Transport } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface SenderParts extends Surroundings {
  store: OutboxStore
  transport: Transport
  lockName: string
  /** The most operations of one batch, where it is less than the wire takes. */
  batchOps?: number
  /** See `Drain.readsAhead`. */
  readsAhead?: boolean
  maySteal(): boolean
  /**
   * Fetches what changed on the server. Undefined when the server did not answer. Absent where nothing is fetched: the server
   * names nothing there, so nothing it has acknowledged is sent again.
   */
  pull?(): Promise<Pulled | undefined>
  /** Per stream: the number from which operations must be kept whatever their age (the open shift). */
  keepFrom(): Record<string, number>
  onTrouble(trouble: MessageId | null): void
}

/** The only sender of a device: takes the lead, then sends and pulls whenever there is reason to. */
export interface Sender {
  /** Reports a new operation. */
  wake(): void
  /** Sends immediately at a person's request, ignoring the back-off. */
  sendNow(): void
  stop(): Promise<void>
}
