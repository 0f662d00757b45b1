// chunk: calls
import { ask } from '#client/platform/http.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { validateSchoolId } from '#shared/identity/account.contract.ts'
import { schoolList } from '#shared/school/school.contract.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'

export interface ListedSchool {
  code: string
  name: Bilingual
  logo: string
  /** Where the school is reached; null where it is chosen here and kept in this browser. */
  address: string | null
}

/** Returns whether the server knows the school that this browser names, at this address. */
export const isSchoolKnown = (): Promise<boolean> =>
  ask(validateSchoolId, {}).then(
    () => true,
    () => false,
  )

/** Those that are reached from here; null where schools have addresses of their own that nobody has told the server. */
export async function listSchools(): Promise<ListedSchool[] | null> {
  const { result, byHost, publicUrl } = await ask(schoolList, {})
  if (!byHost) return result.map((school) => ({ ...school, address: null }))
  const base = publicUrl ?? ownMachine(location)
  const known = result.flatMap(({ host, ...school }) => {
    const address = base === null ? host && sameServer(host, location) : schoolAddress(school.code, base)
    return address ? [{ ...school, address }] : []
  })
  return known.length > 0 || result.length === 0 ? known : null
}

/** Another name of the server that this page came from. */
const sameServer = (host: string, { protocol, port }: Location): string => `${protocol}//${host}${port && `:${port}`}`

/** On the machine itself every browser finds `*.localhost`; elsewhere a bare name or number leads to no school. */
const ownMachine = (page: Location): string | null =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(page.hostname) ? sameServer('localhost', page) : null
