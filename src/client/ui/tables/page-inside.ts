// chunk: desk-frame
import { createContext } from 'react'

/** True for pages that are shown inside another one: theirs is the second heading, and they have no way to the pages beside them. */
export const PageInside = createContext(false)
