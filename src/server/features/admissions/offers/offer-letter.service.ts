import { forPage } from '#server/features/letters/templates/letter-logo.service.ts'
import { type PaperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import { withoutEmptyColumns } from '#server/features/letters/templates/letter-template.service.ts'
import type { OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import type { Signature } from '#shared/consents/consent.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { currencyName, formatMoney } from '#shared/kernel/text/format-money.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { type LetterLook, type Resolved } from '#shared/letters/letter-resolve.types.ts'
import type { LetterValues, Signed, TwoScripts } from '#shared/letters/letter-values.rules.ts'
import { gradeNameOf } from '#shared/school/school-grades.rules.ts'

/** What the letter of an offer is filled with. Days are the school's own. */
export interface OfferLetterData {
  terms: OfferTerms
  reference: string
  sentOn: Day
  expiresOn: Day
  /** Null before acceptance. */
  depositDueOn: Day | null
  student: { name: TwoScripts; grade: string; entryYear: number; campus: string; stream: string }
  school: Omit<PaperSchool, 'timeZone'>
  /** In the order in which they were named, the first two of whom stand in the letter. */
  signers: readonly { name: string; inScripts: TwoScripts; signedOn: Day | null; signature: Signature | null }[]
}

/** The letter in which a family reads its offer, in both languages: the one that its page is called by. */
export const fillOfferLetter = (template: LetterTemplate, said: OfferLetterData, look: LetterLook): Resolved =>
  resolveLetter(withoutEmptyColumns(template), offerValues(said), ['en', 'ar'], look)

/** The same as a page, before it is issued or between two signatures. */
export const offerLetter = (template: LetterTemplate, said: OfferLetterData): ResolvedLetter =>
  forPage(
    fillOfferLetter(template, said, { brand: said.school.brand, logo: said.school.logo, verification: null }).letter,
  )

/** What stands in it. */
export function offerValues({ terms, student, school, signers, ...said }: OfferLetterData): LetterValues {
  const { currency, deposit, fees, conditions } = terms
  const [first, second] = signers
  const total = fees.reduce((sum, { amount }) => sum + amount, 0)
  const money = (minor: number) => ({ money: { minor, currency } })
  return {
    ...schoolValues(school, terms.letter),
    'student.name': student.name,
    'guardian.name': first?.inScripts ?? null,
    'guardian2.name': second?.inScripts ?? null,
    'letter.reference': said.reference,
    'letter.date': said.sentOn,
    'offer.reference': said.reference,
    'offer.grade': gradeNameOf(school.grades, student.grade),
    'offer.campus': student.campus,
    'offer.stream': student.stream,
    'offer.year': `${student.entryYear}/${String((student.entryYear + 1) % 100).padStart(2, '0')}`,
    'offer.startDate': terms.startOn,
    'offer.expiresOn': said.expiresOn,
    'offer.currency': { en: currencyName(currency, 'en'), ar: currencyName(currency, 'ar') },
    'offer.deposit': deposit && { minor: deposit.amount, currency },
    'offer.depositDueOn': said.depositDueOn,
    'offer.note': deposit && said.depositDueOn === null ? depositNote(deposit, currency) : null,
    'offer.fees':
      fees.length === 0
        ? []
        : [
            ...fees.map(({ label, amount }) => ({ label, values: [money(amount)] })),
            { label: { en: 'Total for the year', ar: 'مجموع العام' }, values: [money(total)], strong: true as const },
          ],
    'offer.conditions': conditions,
    'sign.school': { name: school.name[school.language], day: said.sentOn },
    'sign.guardian': signedBy(first),
    'sign.guardian2': signedBy(second),
  }
}

/** Its day is known once the offer is accepted. */
const depositNote = (
  { amount, dueDays }: NonNullable<OfferTerms['deposit']>,
  currency: OfferTerms['currency'],
): Bilingual => ({
  en: `To keep the place, please pay a deposit of ${formatMoney(amount, currency, 'en')} ${payWithin.en(dueDays)}.`,
  ar: `للاحتفاظ بالمقعد يُرجى سداد دفعة حجز قدرها ${formatMoney(amount, currency, 'ar')} ${payWithin.ar(dueDays)}.`,
})

const arabicDays = new Intl.PluralRules('ar')
const daysInArabic: Readonly<Record<Intl.LDMLPluralRule, (days: number) => string>> = {
  zero: () => 'في يوم قبولكم للعرض',
  one: () => 'خلال يوم واحد من قبولكم للعرض',
  two: () => 'خلال يومين من قبولكم للعرض',
  few: (days) => `خلال ${days} أيام من قبولكم للعرض`,
  many: (days) => `خلال ${days} يومًا من قبولكم للعرض`,
  other: (days) => `خلال ${days} يوم من قبولكم للعرض`,
}

const payWithin: Readonly<Record<'en' | 'ar', (days: number) => string>> = {
  en: (days) =>
    days === 0
      ? 'on the day you accept this offer'
      : `within ${days === 1 ? 'one day' : `${days} days`} of accepting this offer`,
  ar: (days) => daysInArabic[arabicDays.select(days)](days),
}

function signedBy(signer: OfferLetterData['signers'][number] | undefined): Signed | null {
  if (!signer?.signedOn) return null
  const { name, signedOn, signature } = signer
  if (signature?.kind === 'drawn') return { name, day: signedOn, strokes: signature.strokes }
  return { name: signature?.name ?? name, day: signedOn }
}
