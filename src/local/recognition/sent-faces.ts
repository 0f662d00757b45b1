import type { Device } from '#local/device/open-device.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { FaceEnrol } from '#shared/recognition/face.contract.ts'

/** `waiting`: saved here, and not in the server's gallery yet · `refused`: the server did not keep it. */
export type SentFace = 'waiting' | 'refused'

/** Registrations made on this device, until the server's gallery shows them. */
export interface SentFaces {
  /** Returns the state of the pupil's latest registration here; null when the server's data is complete. */
  of(customerId: string): SentFace | null
  subscribe(listener: () => void): () => void
  close(): void
}

type Known = Pick<StoredOp, 'seq' | 'state' | 'serverVersion' | 'verdict'>

/** A face that may not be kept is accepted and then deleted with one of these flags. */
const isKept = ({ verdict }: Known): boolean => !verdict?.flags?.some((flag) => /^faces?-/.test(flag))

/**
 * Reads the outbox once and then only what is new in it. @param heldVersion version up to which this device has the server's
 * faces
 */
export async function followSentFaces(
  { store, options: { surroundings } }: Pick<Device, 'store' | 'options'>,
  stream: string,
  heldVersion: () => number,
): Promise<SentFaces> {
  const latest = new Map<string, Known>()
  const listeners = new Set<() => void>()
  let nextSeq = 0
  const read = async () => {
    for (const op of await store.ofStream(stream, nextSeq)) {
      nextSeq = op.seq + 1
      if (op.kind === 'face.enrol') latest.set((op.body as FaceEnrol).customerId, op)
    }
    for (const [customerId, known] of latest) {
      if (known.state !== 'pending') continue
      const now = await store.at(stream, known.seq)
      if (now) latest.set(customerId, now)
    }
    for (const listener of listeners) listener()
  }
  let turn = Promise.resolve()
  const unlisten = surroundings.channel.listen(({ type }) => {
    if (type !== 'ops-added' && type !== 'ops-settled') return
    // What cannot be read now is read with the next message.
    turn = turn.then(read).catch(() => undefined)
  })
  const first = read()
  turn = first.catch(() => undefined)
  await first
  return {
    of: (customerId) => {
      const known = latest.get(customerId)
      if (!known || known.state === 'closed') return null
      if (known.state === 'pending') return 'waiting'
      if (known.state === 'attention' || !isKept(known)) return 'refused'
      // Acknowledged, and pulled since.
      return (known.serverVersion ?? 0) > heldVersion() ? 'waiting' : null
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: unlisten,
  }
}
