// chunk: frame
import { useEffect } from 'react'
import { holdBusy } from './busy.ts'

/** Holds updates off, in every tab of this device, while `isBusy`: an open cart, form, capture or print. */
export function useBusy(isBusy: boolean): void {
  useEffect(() => (isBusy ? holdBusy() : undefined), [isBusy])
}
