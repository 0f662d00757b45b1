// chunk: family
import { useTranslation } from 'react-i18next'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { firstName } from '#shared/fees/family/first-name.rules.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'

type Named = Pick<FamilyChild, 'nameLatin' | 'nameArabic'>

/** Returns how a child is called: its whole name, and the first one for sentences, in the reader's script where it is known. */
export function useChildName(): { whole: (child: Named) => string; first: (child: Named | undefined) => string } {
  const { t, i18n } = useTranslation('overview.family')
  const whole = ({ nameLatin, nameArabic }: Named) =>
    (i18n.language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? t('noName')
  return { whole, first: (child) => (child ? (firstName(whole(child)) ?? t('noName')) : t('noName')) }
}

/** Returns where a child is or wants to be: its class, or grade and school year. */
export function usePlace(): (child: FamilyChild) => string {
  const gradeOf = useGrade()
  return ({ className, grade, entryYear, stage }) => {
    if (stage !== 'joined' || !className)
      return [grade && gradeOf(grade), entryYear && schoolYear(entryYear)].filter(Boolean).join(' · ')
    // A class that is called by the code of its grade is said in the reader's words: "KG1-A" is "KG 1 A".
    const rest = grade !== null && className.startsWith(grade) ? className.slice(grade.length) : undefined
    if (grade === null || rest === undefined || /^\d/.test(rest)) return className
    return [gradeOf(grade), `\u2068${rest.replace(/^[-\s/]+/, '')}\u2069`]
      .filter((part) => part !== '\u2068\u2069')
      .join(' ')
  }
}
