import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { numberExample } from '../number-example.ts'
import type { EffectiveRules } from '../rules.api.ts'
import type { RuleName } from '../rules-draft.ts'

/** What a rule is set to, in words. */
export function useRuleText(forms: EffectiveRules['forms']): (rules: AdmissionRules, name: RuleName) => string {
  const { t, i18n } = useTranslation('admissions')
  const { year, grade } = useStudentText()
  const pick = useBilingual()
  const listOf = (texts: readonly string[]) => (texts.length === 0 ? t('rules.none') : texts.join(' · '))
  const hours = (count: number) => t('rules.hours', { count })
  const day = (on: string) => formatDay(on, i18n.language)
  return (rules, name) => {
    switch (name) {
      case 'offersNeedHead':
      case 'documentsBeforeOffer':
      case 'interviewBeforeOffer':
      case 'feeBeforeOffer':
      case 'depositOverdue':
      case 'tellsPosition':
      case 'consentsFirst':
      case 'needsContract':
      case 'needsRegistration':
      case 'identityBeforeShortlist':
      case 'erasesByItself':
      case 'accountFromFirstDay':
        return t(rules[name] ? 'rules.yes' : 'rules.no')
      case 'expiredOffersGo':
        return t(`rules.goes.${rules.expiredOffersGo}`)
      case 'keepClosedMonths':
        return rules.keepClosedMonths === null
          ? t('rules.endless')
          : t('rules.months', { count: rules.keepClosedMonths })
      case 'withdrawalRefund':
        return t('rules.percent', { percent: rules.withdrawalRefund })
      case 'intakeEnds':
        return listOf(rules.intakeEnds.map(({ entryYear, on }) => `${year(entryYear)}: ${day(on)}`))
      case 'formsFirst':
        return listOf(
          rules.formsFirst.map(({ slug, grades }) => {
            const title = forms.find((each) => each.slug === slug)?.title
            const whom = grades.length === 0 ? t('rules.firstForms.all') : grades.map(grade).join(', ')
            return `\u2068${title ? pick(title) : slug}\u2069: ${whom}`
          }),
        )
      case 'pupilNumbers':
        return numberExample(rules.pupilNumbers)
      case 'regulator':
        return t(`rules.regulators.${rules.regulator}`)
      case 'officeHours':
        return `\u2066${rules.officeHours.opens}–${rules.officeHours.closes}\u2069`
      case 'graceHours':
      case 'answerHours':
      case 'coolingHours':
        return hours(rules[name])
      case 'reminderHours':
        return listOf(rules.reminderHours.map(hours))
      case 'claimOrder':
        return listOf(rules.claimOrder.map((kind, no) => `${no + 1}. ${t(`claim.${kind}`)}`))
    }
  }
}
