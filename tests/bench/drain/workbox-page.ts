import type { WorkboxCommand } from './workbox-worker.ts'

declare global {
  var askWorkbox: (command: WorkboxCommand) => Promise<number>
}

await navigator.serviceWorker.register('/workbox-worker.js', { type: 'module' })
const { active } = await navigator.serviceWorker.ready

globalThis.askWorkbox = (command) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event: MessageEvent<number>) => resolve(event.data)
    active?.postMessage(command, [port2])
  })
