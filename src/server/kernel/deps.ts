import type { Random } from '#shared/kernel/ids.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { Clock, Instant } from '#shared/kernel/time.ts'
import type { CertificateStanding } from '#shared/overview/server-status.contract.ts'
import type { NetworkPrinter } from '#shared/pos/printing/network-printer.contract.ts'
import type { Printer } from '#shared/pos/printing/print-job.types.ts'
import type { Database } from './db.ts'
import type { FamilyMessages } from './family-messages.ts'
import type { Journal } from './journal.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Metrics } from './metrics.ts'
import type { IdentityProviders } from './outside/identity-providers.ts'
import type { Mailer } from './outside/mailer.ts'
import type { Gateways } from './outside/payment-gateways.ts'
import type { Passwords } from './passwords.ts'
import type { Traces } from './traces.ts'

/** Structured log. Fields carry ids, counts and codes: never names, tokens, bodies or faces. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** Settings that the application needs; the process may have more (port, folders). */
export interface AppSettings {
  /** `production` reads the school from the host; `development` and `test` also from the headers of a bare host. */
  mode: 'production' | 'development' | 'test'
  publicUrl: string | undefined
  /** Host names of schools besides those below `publicUrl` and `localhost`; `*` stands for a school: `*.school.lan`. */
  hosts: readonly string[]
  /** Hosts at which the school may also be named by headers, whatever the mode: for trials beside a production. */
  testHosts?: readonly string[] | undefined
  /** Origin from which logos are fetched, e.g. of a content network in front of this server; undefined for the school's own. */
  assetsUrl?: string | undefined
  /** True when a proxy in front sets x-forwarded-for. */
  trustProxy: boolean
  /** Name of this release. */
  release?: string | undefined
  /** How copies of the database are made; undefined where none are, as in the browser. */
  copies?: CopyPlan | undefined
}

/** How copies of the database are made. */
export interface CopyPlan {
  /** True if the server makes them by itself. */
  isScheduled: boolean
  /** Age of the newest verified copy, in hours, from which it is too old. */
  maxAgeHours: number
}

/** Third-party captcha in place of our own challenge. */
export interface OutsideCaptcha {
  /** Provider of the widget. */
  provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** Public key for the widget. */
  siteKey: string
  /** Verifies a token with the provider, which accepts it once. Rejects when it cannot be reached. */
  verify(token: string): Promise<boolean>
}

/** Letter as a document. */
export interface Typeset {
  /** Identical bytes for the same letter, on every machine and permanently. */
  pdf: Uint8Array
  /** Characters in no font: boxes replace them, and the document does not claim to be accessible. */
  missingGlyphs: readonly string[]
  /** True if the school's logo could not be drawn. */
  withoutLogo: boolean
}

/** Preview of a letter for its author. */
export interface Drawn extends Omit<Typeset, 'pdf'> {
  /** All pages below each other, as SVG; null where only PDF can be made. */
  svg: string | null
}

/** A letter was not made: it took too long or crashed its process twice, the compiler rejected it, or the server is stopping. */
export class TypesettingFailed extends Error {
  override name = 'TypesettingFailed'
  readonly reason: 'hung' | 'crashed' | 'refused' | 'closed'
  /** @param letter name of the letter at its source, never of the person it is about */
  constructor(reason: TypesettingFailed['reason'], letter: string, why = '') {
    super(`the letter ${letter} was not made: ${reason} ${why}`.trim())
    this.reason = reason
  }
}

export interface Typesetter {
  /**
   * Typesets a letter. @param edition of the template; the current one by default @throws TypesettingFailed, also for an unknown
   * edition
   */
  typeset(letter: ResolvedLetter, name: string, edition?: number): Promise<Typeset>
  /** Draws a preview, before all queued documents. @throws TypesettingFailed */
  draw(letter: ResolvedLetter, name: string): Promise<Drawn>
  close(): Promise<void>
}

/** Answer of an address outside: what it says as JSON, or why it could not be read. */
export type OutsideReply =
  | { body: unknown }
  | { failed: 'unreachable' | 'private' | 'timeout' | 'too-large' | 'status' | 'unreadable' }

/** Reads JSON from an address of the public internet, once. */
export type OutsideReader = (address: string) => Promise<OutsideReply>

/** Call to another program, which is told of something. */
export interface WebhookCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came of it: the status of the answer, whose body nobody reads, or why there is none. */
export type WebhookReply =
  | { readonly status: number }
  | { readonly failed: 'private' | 'redirect' | 'timeout' | 'unreachable' | 'too-large' }

/** Calls other programs: public addresses over TLS alone, never following a redirect, within a time and a size. */
export interface WebhookSender {
  send(call: WebhookCall): Promise<WebhookReply>
  /** True in development: addresses of this machine, also without TLS. */
  readonly isLocalAllowed: boolean
}

/** Printers of schools' networks, as the settings of this server name them. */
export interface NetworkPrinters {
  /** Those that the tills of a school may use. */
  of(schoolCode: string): NetworkPrinter[]
  /** The printer that this server dials; undefined for every address that the settings do not name for the school. */
  at(schoolCode: string, address: string): Printer | undefined
}

/** What the installation says of itself, the same for all its schools. */
export interface InstallationState {
  /** Identity of the server's history, new after each restore. */
  readonly generation: string
  readonly since: Instant
  /** True after a restore until a person goes on: the server answers calls and does nothing by itself. */
  readonly isHeld: boolean
  /** Time up to which a verified copy holds everything; null without one. */
  readonly backedUpThrough: Instant | null
}

export interface Installation {
  /** At most some seconds old. */
  state(): Promise<InstallationState>
  /** Reads it again with the next question. */
  forget(): void
}

/** Dependencies from outside. Passed in whole, so that tests and the demo bring their own. */
export interface Deps {
  db: Database
  installation: Installation
  clock: Clock
  random: Random
  passwords: Passwords
  log: Log
  captcha?: OutsideCaptcha | undefined
  /** Undefined where nothing outside is asked: in the browser. */
  readOutside?: OutsideReader | undefined
  /** Undefined where no gateway is reached: in the browser. */
  gateways?: Gateways | undefined
  /** Undefined where no identity provider is reached: in the browser. */
  identityProviders?: IdentityProviders | undefined
  /** Undefined where no other program is called: in the browser. */
  webhooks?: WebhookSender | undefined
  /** Undefined where no printer is reached: in the browser, and where the settings name none. */
  printers?: NetworkPrinters | undefined
  /** Looks at the certificate of the server's public address; undefined without one over https, and in the browser. */
  certificate?: (() => Promise<CertificateStanding>) | undefined
  settings: AppSettings
  /** From the messaging domain, which admissions does not import. */
  familyMessages: FamilyMessages
  /** From the retention domain, which sync does not import: ends what a restore has brought back. */
  settleRestored: (deps: Deps) => Promise<void>
  /** Acts that a restore must not undo, kept outside the database; undefined where there are no copies of it: in the browser. */
  journal?: Journal | undefined
  /** Undefined where nobody reads them. */
  metrics?: Metrics | undefined
  /** Undefined where the settings name no collector. */
  traces?: Traces | undefined
  /** Undefined where no email is sent: in the browser, and on a server without SMTP. */
  mailer: Mailer | undefined
  /** Undefined where no document is made: in the browser. */
  typesetter?: Typesetter | undefined
  /** Keys kept outside the database, without which no face and no secret can be read from it. Without them no school can use faces. */
  keyRing?: KeyRing | undefined
}
