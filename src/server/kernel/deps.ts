import type { Random } from '#shared/kernel/ids.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { Database } from './db.ts'
import type { FamilyMessages } from './family-messages.ts'
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

/** A mail that is ready to leave. */
export interface OutgoingMail {
  /** The same for every try: a mailbox that gets it twice can tell. */
  id: string
  /** Whom it seems to come from, e.g. the school's name. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

/** The next server has said that it will never take this mail: trying again is of no use. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface Mailer {
  /** Resolves when the next server has taken the mail over. Rejects with `MailRefused`, or with anything else for now. */
  send(mail: OutgoingMail): Promise<void>
}

/** A captcha of somebody else's, in place of our own challenge. */
export interface OutsideCaptcha {
  /** Whose widget it is. */
  provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
  /** For the widget; anybody may know it. */
  siteKey: string
  /** Asks the provider, which says yes to a token once. Rejects when it cannot be reached. */
  verify(token: string): Promise<boolean>
}

/** A letter on paper. */
export interface Typeset {
  /** The same bytes for the same letter, on every machine and for ever. */
  pdf: Uint8Array
  /** Characters that no font has: there are boxes in their places, and the document does not claim to be accessible. */
  missingGlyphs: readonly string[]
  /** The school's logo could not be drawn. */
  withoutLogo: boolean
}

/** What a letter looks like, for whoever is writing it. */
export interface Drawn extends Omit<Typeset, 'pdf'> {
  /** All pages below each other, as SVG; null where only paper can be made. */
  svg: string | null
}

/** A letter was not made: it took too long or broke its process twice, the compiler refused it, or the server is ending. */
export class TypesettingFailed extends Error {
  override name = 'TypesettingFailed'
  readonly reason: 'hung' | 'crashed' | 'refused' | 'closed'
  /** @param letter what the letter is called where it comes from, never whom it is about */
  constructor(reason: TypesettingFailed['reason'], letter: string, why = '') {
    super(`the letter ${letter} was not made: ${reason} ${why}`.trim())
    this.reason = reason
  }
}

export interface Typesetter {
  /** @param edition of the template; the one of now unless said @throws TypesettingFailed, also for an edition that there is not */
  typeset(letter: ResolvedLetter, name: string, edition?: number): Promise<Typeset>
  /** Before all paper that waits. @throws TypesettingFailed */
  draw(letter: ResolvedLetter, name: string): Promise<Drawn>
  close(): Promise<void>
}

/** Everything that comes from outside. Passed in whole, so tests and the demo bring their own. */
export interface Deps {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  log: Log
  captcha?: OutsideCaptcha | undefined
  settings: AppSettings
  /** From the domain of messages, which admissions does not know. */
  familyMessages: FamilyMessages
  /** Undefined where no mail leaves: in the browser, and on a server without SMTP. */
  mailer: Mailer | undefined
  /** Undefined where no paper is made: in the browser. */
  typesetter?: Typesetter | undefined
  /** 32 bytes from outside the database, without which nobody can read a face out of it. Without them no school can use faces. */
  faceKey?: Uint8Array<ArrayBuffer> | undefined
}
