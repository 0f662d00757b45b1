import { eq, type SQL } from 'drizzle-orm'
import type { School } from '#server/http/context.ts'
import type { Database } from '#server/kernel/db.ts'
import { SchoolCode } from '#shared/kernel/fields.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { schools } from './school.table.ts'

export const schoolColumns = {
  schoolId: schools.schoolId,
  code: schools.code,
  name: schools.name,
  currency: schools.currency,
  timeZone: schools.timeZone,
  cutoverMinute: schools.cutoverMinute,
  language: schools.language,
  domain: schools.domain,
  isDomainInLinks: schools.isDomainInLinks,
}

const freshMs = 30_000
/** Short: somebody may look for a school's address a moment before it is created, perhaps by another process. */
const missMs = 2000
const maxEntries = 500

const maxMisses = 100

interface Entry {
  until: number
  school: Promise<School | undefined>
}

/** Keeps an entry as the latest, and drops the oldest where there are too many. */
function keepEntry(entries: Map<string, Entry>, most: number, name: string, entry: Entry): void {
  entries.delete(name)
  entries.set(name, entry)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}

/**
 * Finds schools by code or domain, before any school is known. Caches each school for thirty seconds and "no such school" for two; code
 * that changes a school calls `forget`.
 */
export class SchoolDirectory {
  readonly #db: Database
  readonly #clock: Clock
  readonly #known = new Map<string, Entry>()
  /** Names of no school, apart: calls under made-up names push no school out. */
  readonly #misses = new Map<string, Entry>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async byCode(code: string): Promise<School | undefined> {
    return SchoolCode.safeParse(code).success ? this.#cached(code, eq(schools.code, code)) : undefined
  }

  /** Finds the school whose own domain this is. @param host in small letters */
  async byDomain(host: string): Promise<School | undefined> {
    // No code has a point, so that the two never meet in the cache.
    return host.includes('.') ? this.#cached(host, eq(schools.domain, host)) : undefined
  }

  #cached(name: string, isMeant: SQL): Promise<School | undefined> {
    const now = this.#clock.monotonicMs()
    const known = this.#known.get(name) ?? this.#misses.get(name)
    if (known && known.until > now) return known.school
    const school = this.#read(isMeant)
    const entry = { until: now + freshMs, school }
    this.#known.delete(name)
    // Until it is answered it counts as a miss.
    keepEntry(this.#misses, maxMisses, name, entry)
    void this.#settle(name, entry, now)
    return school
  }

  /** Moves a school that was found to the schools, and shortens the cache of a miss; a failure is never cached. */
  async #settle(name: string, entry: Entry, askedMs: number): Promise<void> {
    const isFound = await entry.school.then(
      (school) => school !== undefined,
      () => undefined,
    )
    // Forgotten or asked again meanwhile.
    const isCurrent = this.#misses.get(name) === entry
    if (isFound === false) entry.until = askedMs + missMs
    else if (isCurrent) this.#misses.delete(name)
    if (isFound && isCurrent) keepEntry(this.#known, maxEntries, name, entry)
  }

  /** Drops what is known of a school, under whatever domain it has or had; a miss of a new domain is over in two seconds. */
  forget(code: string): void {
    const names = [...this.#known.keys(), ...this.#misses.keys()]
    const domains = names.filter((name) => name.includes('.'))
    for (const name of [code, ...domains]) {
      this.#known.delete(name)
      this.#misses.delete(name)
    }
  }

  async #read(isMeant: SQL): Promise<School | undefined> {
    const [school] = await this.#db.directory((tx) => tx.select(schoolColumns).from(schools).where(isMeant))
    return school
  }
}
