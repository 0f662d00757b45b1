import { exportOutbox } from '#client/platform/offline/outbox.atoms.ts'

/** Hands everything unsent to the browser's downloads as one JSON file. `day` goes into its name. */
export async function saveExport(day: string): Promise<void> {
  await exportOutbox((file) => {
    const address = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href: address, download: `bawaba-unsent-${day}.json` })
    link.click()
    // The download has its own hold on the data once it has begun.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  })
}
