// chunk: desk-frame
import { createContext, type ReactNode } from 'react'

interface Inside {
  /** What the page around has to say of it, below its title. */
  note: ReactNode
}

/** Set for pages that are shown inside another one, which has the ways to the pages beside them; null elsewhere. */
export const PageInside = createContext<Inside | null>(null)
