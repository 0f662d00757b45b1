// chunk: hardware-base
import type { DisplayMessage } from '#shared/pos/printing/customer-display.rules.ts'

const channelName = 'customer-display'
/** What a second screen says when it opens: it wants to be told what to show. */
interface Hello {
  hello: true
}

/** The till's end: what it shows goes to every second screen of this device. */
export function openDisplaySender(current: () => DisplayMessage): { send(): void; close(): void } {
  const channel = new BroadcastChannel(channelName)
  const send = () => channel.postMessage(current())
  channel.onmessage = (event: MessageEvent<Hello | DisplayMessage>) => {
    if ('hello' in event.data) send()
  }
  return { send, close: () => channel.close() }
}

/** The second screen's end. Returns how to end it. */
export function listenToTill(onMessage: (message: DisplayMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Hello | DisplayMessage>) => {
    if ('view' in event.data) onMessage(event.data)
  }
  channel.postMessage({ hello: true } satisfies Hello)
  return () => channel.close()
}
