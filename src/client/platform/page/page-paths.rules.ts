/**
 * Pages that stand alone: anyone who opens one has come for it, often by a link, and signed in or not sees the same page
 * without the frame of the entry.
 */
const plainBeginnings: ReadonlySet<string> = new Set([
  // The school's page at `/`.
  '',
  'admission',
  'admission-dates',
  'student_admission',
  'enquiry',
  'enquiryform',
  'mogra',
  'hr',
  'consent',
  'appointment',
  'documents',
  'criteria',
  'verify',
  'family',
  'fee-account',
  'fee-paid',
  'subscribe',
  'faceid',
  'pos-self',
  'pos-display',
  'kiosk',
  'setup',
])

/** Whole first words only: `/hr/form` is one of them, `/hrx` is not, each letter of an offer is. The path may carry a query or a hash. */
export function isPlainPath(path: string): boolean {
  const [first = ''] = path.toLowerCase().replace(/^\/+/, '').split(/[/?#]/)
  return plainBeginnings.has(first) || /^([a-z-]+-)?offer-letter$/.test(first)
}

/** Words in the place of an id that begin a new record; nothing may ever have one of them as its id. */
const newRecordWords: ReadonlySet<string> = new Set(['new', 'register'])

export const isNewRecord = (id: string): boolean => newRecordWords.has(id.toLowerCase())
