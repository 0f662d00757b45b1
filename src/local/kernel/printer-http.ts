// chunk: hardware

/** Chromium's word for an address of the local network: it asks the person once, and lets a secure page call a plain address. */
type LocalRequest = RequestInit & { targetAddressSpace: 'local' }

/** Longer than a printer takes to give up by itself. */
const patienceMs = 15_000

/**
 * Posts a document to a printer of the local network and returns what it says. Never from a service worker: only a page in sight
 * may ask for the permission. Rejects where no answer came: no permission, no network, no such printer, too late.
 */
export async function postToPrinter(url: string, document: string): Promise<string> {
  const request: LocalRequest = {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: document,
    mode: 'cors',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    targetAddressSpace: 'local',
  }
  const reply = await fetch(url, request)
  if (!reply.ok) throw new Error(`the printer answers ${reply.status}`)
  return reply.text()
}
