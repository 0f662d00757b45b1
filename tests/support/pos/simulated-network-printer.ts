import { createServer, type Socket } from 'node:net'
import { decodeEscPos, type PrinterAct } from './simulated-printer.ts'

/** A printer that listens on this machine as one of a network does on port 9100. */
export interface SimulatedNetworkPrinter {
  port: number
  /** What each connection brought, in the order in which they came. */
  jobs(): PrinterAct[][]
  /** Most connections that were open at the same time. */
  mostAtOnce(): number
  close(): Promise<void>
}

/** Starts a printer that has paper and says so. */
export async function startNetworkPrinter(): Promise<SimulatedNetworkPrinter> {
  const jobs: Buffer[][] = []
  const open = new Set<Socket>()
  let most = 0
  const server = createServer((socket) => {
    const parts: Buffer[] = []
    jobs.push(parts)
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      parts.push(data)
      const end = data.subarray(-3)
      if (end.equals(Buffer.of(0x10, 4, 4))) socket.write(Buffer.of(0x12))
      if (end.equals(Buffer.of(0x1d, 0x72, 1))) socket.write(Buffer.of(0))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    jobs: () => jobs.map((parts) => decodeEscPos(Buffer.concat(parts))),
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
