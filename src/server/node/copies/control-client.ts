import { connect, type Socket } from 'node:net'
import type { z } from 'zod'
import type { BackupResult } from '#server/features/school/copies/backup-copy.service.ts'
import { StartupError } from '../startup-error.ts'
import { controlAddress } from './base-backup.ts'
import { ControlReply, type ControlRequest, onLines, sendLine } from './control-wire.ts'

/** Connection of a command to the running server of an embedded database. */
export interface Control {
  /** Begins a base backup. @returns the folder to copy, and the moment before which everything is in it */
  begin(): Promise<{ folder: string; dataAsOf: string }>
  /** @returns the label that the copy needs */
  end(): Promise<string>
  done(): Promise<void>
  record(result: BackupResult): Promise<void>
  close(): void
}

/** Connects to the running server; undefined where none runs. */
export async function connectControl(dataDir: string): Promise<Control | undefined> {
  const address = controlAddress(dataDir)
  const socket = address === undefined ? undefined : await open(address)
  if (!socket) return undefined
  const ask = requests(socket)
  return {
    begin: async () => {
      const reply = await ask({ ask: 'begin' })
      return 'folder' in reply ? reply : unexpected()
    },
    end: async () => {
      const reply = await ask({ ask: 'end' })
      return 'label' in reply ? reply.label : unexpected()
    },
    done: async () => void (await ask({ ask: 'done' })),
    record: async (result) => void (await ask({ ask: 'record', result })),
    close: () => void socket.destroy(),
  }
}

const unexpected = (): never => {
  throw new Error('the server answered something else')
}

const open = (address: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

type Reply = z.infer<typeof ControlReply>

/** Sends one request at a time. @throws StartupError with the server's own sentence when it refuses */
function requests(socket: Socket): (request: ControlRequest) => Promise<Reply> {
  let waiting: PromiseWithResolvers<Reply> | undefined
  onLines(socket, async (value) => waiting?.resolve(ControlReply.parse(value)))
  socket.on('error', () => {})
  socket.once('close', () => waiting?.reject(new StartupError('backup-failed', 'The server ended during the backup.')))
  return async (request) => {
    waiting = Promise.withResolvers<Reply>()
    sendLine(socket, request)
    const reply = await waiting.promise
    waiting = undefined
    if ('refused' in reply) throw new StartupError('backup-failed', reply.refused)
    return reply
  }
}
