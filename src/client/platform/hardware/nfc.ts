// chunk: hardware

/* The part of Web NFC that a reader of cards needs: Chromium on Android alone has it. */

interface NfcReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>
}
type NfcReaders = typeof globalThis & { NDEFReader?: new () => NfcReader }

export const hasNfc = (): boolean => 'NDEFReader' in globalThis

/**
 * Hears cards that are held to the tablet until the signal aborts; the first time the browser asks the person, so call it from a tap.
 * `onCard` gets the chip's number in hex, the first byte first. Resolves with whether it listens.
 */
export async function listenToNfc(onCard: (cardNo: string) => void, signal: AbortSignal): Promise<boolean> {
  const Reader = (globalThis as NfcReaders).NDEFReader
  if (!Reader) return false
  const reader = new Reader()
  const hear = (event: Event) => {
    const { serialNumber } = event as Event & { serialNumber?: string }
    if (serialNumber) onCard(serialNumber.replaceAll(':', '').toUpperCase())
  }
  reader.addEventListener('reading', hear, { signal })
  // A card that holds no message is no less a card: the browser reports it here.
  reader.addEventListener('readingerror', hear, { signal })
  try {
    await reader.scan({ signal })
    return true
  } catch {
    return false
  }
}
