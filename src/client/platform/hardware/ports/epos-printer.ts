// chunk: hardware
import { postToPrinter } from '#local/kernel/printer-http.ts'
import { eposKick, eposNothing, eposPath, eposPicture, readEposReply } from '#shared/pos/printing/epos.rules.ts'
import type { Printer, PrintResult } from '#shared/pos/printing/print-job.types.ts'

/** What the browser says about calling the local network; `prompt` also where it does not know the question. */
export async function localNetworkState(): Promise<PermissionState> {
  for (const name of ['local-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // A browser that knows it by its other name, or not at all.
    }
  }
  return 'prompt'
}

interface Reach {
  post(url: string, document: string): Promise<string>
  permission(): Promise<PermissionState>
}

/**
 * A printer of the local network that the browser calls by itself. An empty document first: when even that does not arrive, nothing
 * was printed, and the browser can be asked why.
 */
export function eposPrinter(
  origin: string,
  reach: Reach = { post: postToPrinter, permission: localNetworkState },
): Printer {
  const url = `${origin}${eposPath}`
  const send = async (document: string): Promise<PrintResult> => {
    if ((await reach.permission()) === 'denied') return { state: 'queued', why: 'denied' }
    try {
      await reach.post(url, eposNothing)
    } catch {
      return { state: 'queued', why: (await reach.permission()) === 'denied' ? 'denied' : 'unreachable' }
    }
    try {
      return readEposReply(await reach.post(url, document))
    } catch {
      return { state: 'unknown', why: 'cut-off' }
    }
  }
  return { print: (picture) => send(eposPicture(picture)), kick: (pin) => send(eposKick(pin)) }
}
