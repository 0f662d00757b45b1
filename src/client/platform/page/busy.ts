// chunk: frame
/**
 * While a cart, form, capture or print is open the tab holds the Web Lock `busy`, shared. An update needs it exclusively,
 * so it waits for every tab of this device without any bookkeeping, also for one that has crashed.
 */
const lockName = 'busy'

let holders = 0

/** Tells every tab that work is under way here. Call the answer when it is done; calling it twice does no harm. */
export function holdBusy(): () => void {
  let isHeld = true
  let release: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  holders += 1
  void navigator.locks?.request(lockName, { mode: 'shared' }, () => done)
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    release()
  }
}

/** Is work open in this very tab? */
export const isBusyHere = (): boolean => holders > 0

/** How long a lock that is just given back is waited for: by a cart that was cleared, a tab that was closed. */
const waitMs = 1000

/** Runs `work` while no tab is busy and holds the lock until it ends; answers false, and runs nothing, when one is and stays so. */
export async function whenNobodyIsBusy(work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    if (isBusyHere()) return false
    await work()
    return true
  }
  const tooLate = AbortSignal.timeout(waitMs)
  try {
    return await navigator.locks.request(lockName, { mode: 'exclusive', signal: tooLate }, async () => {
      await work()
      return true
    })
  } catch (error) {
    if (tooLate.aborted && error === tooLate.reason) return false
    throw error
  }
}
