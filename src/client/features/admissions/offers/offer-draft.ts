import { OfferRequest, type StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import type { FeeKind } from '#shared/admissions/offers/offer-money.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Currency, type Minor, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { isConditional, type OfferLetter } from '#shared/letters/letter-kinds.rules.ts'

interface Both {
  en: string
  ar: string
}

/** An offer as it is typed: amounts as text, missing values empty. */
export interface OfferDraft {
  letter: OfferLetter
  startOn: string
  expiresOn: string
  fees: (Both & { of: FeeKind; amount: string })[]
  /** Empty where none is asked for. */
  deposit: string
  dueDays: string
  conditions: Both[]
  signers: { name: string; email: string; language: Language }[]
}

export const offerParts = ['letter', 'startOn', 'expiresOn', 'fees', 'deposit', 'conditions', 'signers'] as const
export type OfferPart = (typeof offerParts)[number]

type Signers = OfferDraft['signers']

/** The fees of the school's schedule for the child's placement. */
interface Scheduled {
  fees: readonly { of: FeeKind; label: Both; amount: Minor }[]
  currency: Currency
}

/**
 * Starts a draft with the terms of the last offer, but not its last day; the first one with the guardians who may sign and, as the
 * child's first day, that of the school year, and the fees of the schedule.
 */
export function initialOfferDraft(
  last: StaffOffer | undefined,
  language: Language,
  guardians: Signers = [],
  firstDay = '',
  scheduled: Scheduled = { fees: [], currency: 'QAR' },
): OfferDraft {
  const named = guardians.slice(0, 4)
  const signers = named.length > 0 ? named : [{ name: '', email: '', language }]
  if (!last) {
    const known = scheduled.fees.map(({ of, label, amount }) => ({
      of,
      ...label,
      amount: toDecimalText(amount, scheduled.currency),
    }))
    const typed = [{ of: 'tuition' as const, en: 'Tuition', ar: 'الرسوم الدراسية', amount: '' }]
    const fees = known.length > 0 ? known : typed
    const days = { startOn: firstDay, expiresOn: '' }
    return { letter: 'offer-letter', ...days, fees, deposit: '', dueDays: '7', conditions: [], signers }
  }
  const { letter, currency, fees, deposit, conditions, startOn } = last.terms
  return {
    letter,
    startOn,
    expiresOn: '',
    fees: fees.map(({ of = 'other', label, amount }) => ({ of, ...label, amount: toDecimalText(amount, currency) })),
    deposit: deposit ? toDecimalText(deposit.amount, currency) : '',
    dueDays: String(deposit?.dueDays ?? 7),
    conditions: [...conditions],
    signers: last.signers.map(({ name, email, language: own }) => ({ name, email, language: own })),
  }
}

/** Parses a draft. @returns the offer to send, or the parts that are not valid yet */
export function parseOfferDraft(
  draft: OfferDraft,
  currency: Currency,
): { offer: OfferRequest } | { wrong: OfferPart[] } {
  const { letter, startOn, expiresOn, fees, deposit, dueDays, conditions, signers } = draft
  const amountOf = (text: string) => parseDecimalText(text.trim(), currency) ?? Number.NaN
  const asked = OfferRequest.safeParse({
    terms: {
      letter,
      startOn,
      currency,
      fees: fees.map(({ of, en, ar, amount }) => ({ of, label: { en, ar }, amount: amountOf(amount) })),
      deposit: deposit.trim() === '' ? null : { amount: amountOf(deposit), dueDays: Number(dueDays || Number.NaN) },
      conditions: isConditional(letter) ? conditions : [],
    },
    signers,
    expiresOn,
  })
  if (asked.success) return { offer: asked.data }
  const named = asked.error.issues.map(({ path }) => String(path[0] === 'terms' ? path[1] : path[0]))
  const wrong = offerParts.filter((part) => named.includes(part))
  return { wrong: wrong.length > 0 ? wrong : ['conditions'] }
}
