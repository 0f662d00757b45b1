/** Acts that a restore of an older copy must not undo. */
export const journaledActs = [
  'password-set',
  'person-disabled',
  'person-enabled',
  'person-left',
  'person-roles',
  'device-revoked',
  'api-token-ended',
  'recovery-code-used',
  'recovery-codes-made',
  'second-factor-off',
  'second-factor-reset',
  'passkey-removed',
  'sso-linked',
  'sso-unlinked',
  'sign-in-settings-set',
  'webhook-set',
  'webhook-secret-rotated',
  'webhook-removed',
  'fee-gateway-set',
  'calendar-link-made',
  'calendar-link-ended',
  'file-erased',
  'enquiry-erased',
  'student-erased',
  'face-deleted',
  'provider-set',
  'provider-removed',
] as const
export type JournaledAct = (typeof journaledActs)[number]

/** One act, by ids and codes alone. */
export interface JournalEntry {
  schoolId: string
  /** Id of its row in the audit log, or in the list of deleted faces. */
  id: string
  at: string
  what: JournaledAct
  /** Record it is about. */
  about: string
  /** Codes that repeating it needs: roles taken away, the cause of an erasure, the hash of a used code, what a webhook or the sign-in was told. */
  code?: string | undefined
}

/** List of those acts, kept outside the database. */
export interface Journal {
  /** Appends entries; what can't be written now is tried again. */
  append(entries: readonly JournalEntry[]): void
  /** Reads all entries, the oldest first. A line that was cut off is left out. */
  read(): AsyncIterable<JournalEntry>
}

/** By transaction. */
const noted = new WeakMap<object, JournalEntry[]>()

export const isJournaled = (what: string): what is JournaledAct => (journaledActs as readonly string[]).includes(what)

/** Notes an act of this transaction; it is appended to the journal once the transaction is committed. */
export function noteForJournal(tx: object, entry: JournalEntry): void {
  noted.set(tx, [...(noted.get(tx) ?? []), entry])
}

/** Returns what a transaction has noted. */
export const notedFor = (tx: object): readonly JournalEntry[] => noted.get(tx) ?? []
