// chunk: frame
import { atomWithStorage, createJSONStorage } from 'jotai/utils'

const absent: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
}

/** The browser's storage, or one that forgets where it is refused (some private windows throw on the mere access). */
function browserStorage() {
  try {
    return globalThis.localStorage ?? absent
  } catch {
    return absent
  }
}

const jsonStorage = <T>() => createJSONStorage<T>(browserStorage)

/**
 * An atom that outlives the page and follows other tabs. Only session, theme and school may be stored this way, and the
 * language and the school's id as plain text below; everything else belongs into the device's database.
 */
export const storedAtom = <T>(key: 'session' | 'theme' | 'school', initial: T) =>
  atomWithStorage<T>(key, initial, jsonStorage<T>(), { getOnInit: true })

type PlainKey = 'i18nextLng' | 'school-id' | 'client-id'

/** Plain text, as the specification names these keys; `null` where nothing is stored or storage is refused. */
export const readPlain = (key: PlainKey): string | null => browserStorage().getItem(key)

export const forgetPlain = (key: PlainKey): void => browserStorage().removeItem(key)

export function writePlain(key: PlainKey, value: string): void {
  try {
    browserStorage().setItem(key, value)
  } catch {
    // A full or refused storage: the page works on, it only forgets.
  }
}
