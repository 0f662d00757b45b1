import type { ComponentType, ReactNode } from 'react'
import { loadWords } from '#client/i18n/i18n.ts'

interface Slot {
  Frame: ComponentType<{ children: ReactNode }>
}

let fetching: Promise<Slot | undefined> | undefined

/** Of somebody who sells, or at the till's own screen: nothing of the desk's frame is loaded there. */
export const isSlim = (kind: 'staff' | 'pos', pathname: string): boolean =>
  kind === 'pos' || /^\/pos\/?$/.test(pathname)

/** The frame with its words, asked for once; undefined where it can't be had, which is no reason to take the screen away. */
export const fetchFrame = (): Promise<Slot | undefined> => (fetching ??= fetchIt())

async function fetchIt(): Promise<Slot | undefined> {
  try {
    const [{ DeskFrame }] = await Promise.all([import('../desk/desk-frame.tsx'), loadWords('frame')])
    return { Frame: DeskFrame }
  } catch {
    // Another load of the page tries again.
    return undefined
  }
}
