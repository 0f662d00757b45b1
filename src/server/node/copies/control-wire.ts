import { createInterface } from 'node:readline'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { BackupResult } from '#server/features/school/copies/backup-copy.service.ts'

/** Request of a command to the running server, as a line of JSON. */
export const ControlRequest = z.discriminatedUnion('ask', [
  /** Begins a base backup, which ends with the connection at the latest. */
  z.object({ ask: z.literal('begin') }),
  /** Ends the base backup; its log stays. */
  z.object({ ask: z.literal('end') }),
  /** The log is copied. */
  z.object({ ask: z.literal('done') }),
  /** Records how a backup went. */
  z.object({ ask: z.literal('record'), result: BackupResult }),
])
export type ControlRequest = z.infer<typeof ControlRequest>

export const ControlReply = z.union([
  z.object({ folder: z.string(), dataAsOf: z.iso.datetime() }),
  z.object({ label: z.string() }),
  z.object({ done: z.literal(true) }),
  z.object({ refused: z.string() }),
])
export type ControlReply = z.infer<typeof ControlReply>

/** Sends a value as a line. */
export const sendLine = (socket: Socket, value: ControlRequest | ControlReply): void => {
  socket.write(`${JSON.stringify(value)}\n`)
}

/** Calls back with each line of JSON, one after the other; a line that is none ends the connection. */
export function onLines(socket: Socket, take: (value: unknown) => Promise<void>): void {
  let last: Promise<void> = Promise.resolve()
  createInterface({ input: socket }).on('line', (line) => {
    last = last.then(() => take(JSON.parse(line))).catch(() => void socket.destroy())
  })
}
