// chunk: frame
import { createStore } from 'jotai'

/** The one store of the app: guards, loaders and actions read the same atoms as the screens. */
export const store = createStore()
