import { eq } from 'drizzle-orm'
import type { School } from '#server/http/context.ts'
import type { Database } from '#server/kernel/db.ts'
import { SchoolCode } from '#shared/kernel/fields.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { schools } from './school.table.ts'

const schoolColumns = {
  schoolId: schools.schoolId,
  code: schools.code,
  name: schools.name,
  currency: schools.currency,
  timeZone: schools.timeZone,
  cutoverMinute: schools.cutoverMinute,
  language: schools.language,
}

const freshMs = 30_000
/** Short: somebody may look for a school's address a moment before it is created, perhaps by another process. */
const missMs = 2000
const maxEntries = 500

interface Entry {
  until: number
  school: Promise<School | undefined>
}

/**
 * Finds schools by code, before any school is known. Caches each school for thirty seconds and "no such school" for two; code
 * that changes a school calls `forget`.
 */
export class SchoolDirectory {
  readonly #db: Database
  readonly #clock: Clock
  readonly #known = new Map<string, Entry>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async byCode(code: string): Promise<School | undefined> {
    if (!SchoolCode.safeParse(code).success) return undefined
    const now = this.#clock.monotonicMs()
    const known = this.#known.get(code)
    if (known && known.until > now) return known.school
    const school = this.#read(code)
    const entry = { until: now + freshMs, school }
    this.#known.delete(code)
    this.#known.set(code, entry)
    this.#dropOldest()
    void this.#settle(code, entry, now)
    return school
  }

  /** Shortens the cache of a miss; a failure is never cached. */
  async #settle(code: string, entry: Entry, askedMs: number): Promise<void> {
    try {
      if (!(await entry.school)) entry.until = askedMs + missMs
    } catch {
      this.forget(code)
    }
  }

  /** Checks the database. Rejects unless it answers with our roles and tables. */
  async probe(): Promise<void> {
    await this.#db.ping()
    await this.#db.directory((tx) => tx.select({ code: schools.code }).from(schools).limit(1))
  }

  forget(code: string): void {
    this.#known.delete(code)
  }

  async #read(code: string): Promise<School | undefined> {
    const [school] = await this.#db.directory((tx) =>
      tx.select(schoolColumns).from(schools).where(eq(schools.code, code)),
    )
    return school
  }

  #dropOldest() {
    if (this.#known.size <= maxEntries) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}
