// chunk: calls
import { ask } from '#client/platform/http.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { schoolList } from '#shared/school/school.contract.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'

export interface ListedSchool {
  code: string
  name: Bilingual
  logo: string
  /** Where the school is reached; null where it is chosen here and kept in this browser. */
  address: string | null
}

/** Null where schools have addresses of their own that nobody has told the server. */
export async function listSchools(): Promise<ListedSchool[] | null> {
  const { result, byHost, publicUrl } = await ask(schoolList, {})
  if (!byHost) return result.map((school) => ({ ...school, address: null }))
  const base = publicUrl ?? ownMachine(location)
  return base === null ? null : result.map((school) => ({ ...school, address: schoolAddress(school.code, base) }))
}

/** On the machine itself every browser finds `*.localhost`; elsewhere a bare name or number leads to no school. */
const ownMachine = ({ hostname, protocol, port }: Location): string | null =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? `${protocol}//localhost${port && `:${port}`}` : null
