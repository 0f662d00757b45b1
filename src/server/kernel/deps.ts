import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { Database } from './db.ts'
import type { Passwords } from './passwords.ts'

/** Structured log. Fields carry ids, counts and codes: never names, tokens, bodies or faces. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** What the application needs to know of its settings; the process may know more (port, folders). */
export interface AppSettings {
  /** `production` reads the school from the host; `development` and `test` also from the headers of a bare host. */
  mode: 'production' | 'development' | 'test'
  publicUrl: string | undefined
  /** True when a proxy in front sets x-forwarded-for. */
  trustProxy: boolean
}

/** Everything that comes from outside. Passed in whole, so tests and the demo bring their own. */
export interface Deps {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  log: Log
  settings: AppSettings
}
