import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** Reads `Latin/عربي, Latin/عربي, …`; each pair is one name as its bearer writes it in either script. */
export function namePairs(text: string): Bilingual[] {
  return text.split(',').map((pair) => {
    const [en, ar] = pair.split('/').map((part) => part.trim())
    if (!en || !ar) throw new Error(`not a name in two scripts: "${pair.trim()}"`)
    return { en, ar }
  })
}

/** One naming custom: who is called what, and of which parts a full name is made. */
export interface NameCustom {
  boys: Bilingual[]
  girls: Bilingual[]
  fathers: Bilingual[]
  families: Bilingual[]
  /** Arab and many South Asian families put the father's name between given and family name. */
  fullName: 'given-family' | 'given-father-family'
}
