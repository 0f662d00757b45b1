// chunk: hardware
import type { SignedSend } from '#local/device/signed-send.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { type NetworkPrinter, networkPrinters, printByServer } from '#shared/pos/printing/network-printer.contract.ts'
import type { Printer, PrintProblem, PrintResult } from '#shared/pos/printing/print-job.types.ts'
import { signedSend } from '../signed-send.ts'

/** Printers that the server's settings name for this school; none where the server cannot be reached. */
export async function listNetworkPrinters(): Promise<NetworkPrinter[]> {
  try {
    const send = await signedSend()
    const { text } = await send(networkPrinters.path, {})
    return networkPrinters.reply.safeParse(JSON.parse(text)).data?.printers ?? []
  } catch {
    return []
  }
}

/** A printer that our server calls, where its settings allow it. */
export function serverPrinter(printer: string, sender: () => Promise<SignedSend> = signedSend): Printer {
  const call = async (what: unknown): Promise<PrintResult> => {
    let send: SignedSend
    try {
      send = await sender()
    } catch {
      return { state: 'queued', why: 'unreachable' }
    }
    try {
      const { status, text } = await send(printByServer.path, { printer, what })
      if (status === 403) return { state: 'queued', why: 'not-allowed' }
      if (status !== 200) return { state: 'queued', why: 'unreachable' }
      const { state, why } = printByServer.reply.parse(JSON.parse(text))
      return why === undefined ? { state } : { state, why: why as PrintProblem }
    } catch {
      // No answer: the job may have arrived all the same. Without a network it certainly has not.
      return navigator.onLine ? { state: 'unknown', why: 'cut-off' } : { state: 'queued', why: 'unreachable' }
    }
  }
  return {
    print: ({ height, rows }) => call({ kind: 'picture', height, rows: toBase64(rows) }),
    kick: (pin) => call({ kind: 'drawer', pin }),
  }
}
