import { useState } from 'react'
import type { Prepared } from '#client/platform/files/send-file.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { scanBytes, scanKinds } from '#shared/admissions/offers/offer-scan.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type ScanOf, scanCarrier } from '../scan.api.ts'

interface Chosen {
  file?: File
  /** As it is sent: once more is the same one, and goes on where it stopped. */
  prepared?: Prepared
  /** From 0 to 1 while it is on its way. */
  share?: number | undefined
  problem?: MessageId | undefined
}

export type Scan = ReturnType<typeof useScan>

/** The scan of one signed paper: chosen, judged and sent. It stays chosen whatever is refused. */
export function useScan(of: ScanOf) {
  const [scan, setScan] = useState<Chosen>({})
  const { file, prepared, share } = scan
  useBusy(file !== undefined)
  /** @returns the id under which the school has it; undefined where it could not be sent, and then `problem` says why */
  const send = async (): Promise<string | undefined> => {
    if (share !== undefined) return undefined
    if (!file) {
      setScan({ problem: 'offer.scan-missing' })
      return undefined
    }
    setScan({ ...scan, share: 0, problem: undefined })
    try {
      const { prepare, sendPrepared } = await import('#client/platform/files/send-file.ts')
      const ready = prepared ?? (await prepare(file, { accept: [...scanKinds], maxBytes: scanBytes }))
      setScan({ file, prepared: ready, share: 0 })
      const end = await sendPrepared(ready, scanCarrier(of), (now) => setScan({ file, prepared: ready, share: now }))
      if (end === 'refused') throw new AppError('document.wrong-kind')
      setScan({ file, prepared: ready })
      return ready.ref.fileId
    } catch (error) {
      setScan((now) => ({ ...now, share: undefined, problem: messageIdOf(error) }))
      return undefined
    }
  }
  return { ...scan, choose: (chosen: File | undefined) => chosen && setScan({ file: chosen }), send }
}
