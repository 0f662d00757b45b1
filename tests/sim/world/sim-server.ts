import type { DeviceId } from '#shared/kernel/ids.ts'

/** An answer as it leaves the server. */
export interface ServerAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Who calls, and by which clock the call was signed. */
export interface Caller {
  deviceId: DeviceId
  signedAtMs: number
}

/** What the server knows of one operation. */
export interface ServerOp {
  opId: string
  hash: string
  stream: string
  seq: number
  installEpoch: string
  outcome: string
  flags: readonly string[]
  actorId: string | null
  kind: string
  body: unknown
}

/** What is true, to be held against what devices called saved. */
export interface Truth {
  ops: ReadonlyMap<string, ServerOp>
  balances: ReadonlyMap<string, number>
  /** Per device, what staff were told is missing. */
  alerts: readonly { deviceId: string; kind: string; count: number }[]
  /** Numbers that devices have declared lost for good. */
  lost: readonly { stream: string; from: number; to: number }[]
  /** Ids of operations in the order of their effects; undefined where the server keeps no such list. */
  effects: readonly string[] | undefined
}

/** The server of a simulated school, with what an operator can do to it. Everything happens within one event. */
export interface SimServer {
  handle(caller: Caller, path: string, text: string): ServerAnswer | Promise<ServerAnswer>
  /** A device that has lost its life comes back under a new name and says what it remembers. */
  pair(device: DeviceId, former: PreviousInstall | undefined): void | Promise<void>
  revoke(device: DeviceId, isRevoked: boolean): void | Promise<void>
  truth(): Truth | Promise<Truth>
}

export interface PreviousInstall {
  deviceId: DeviceId
  installEpoch: string
  nextSeq: number
}
