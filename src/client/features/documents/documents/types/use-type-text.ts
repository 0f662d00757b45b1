import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import type { DocumentRule, DocumentType } from '#shared/documents/document-type.contract.ts'
import { fileTiers } from '#shared/kernel/file-kind.ts'
import type { TypePart } from './type-draft.ts'

/** The most that one file may have, in whole megabytes. */
export const megabytesOf = (tier: DocumentType['tier']): number => Math.round(fileTiers[tier] / 1_048_576)

/** What a school asks for, in words: one line for each rule, and one part at a time. */
export function useTypeText() {
  const { t, i18n } = useTranslation('documents.required')
  const pick = useBilingual()
  const grade = useGrade()
  const among = (all: readonly string[]) => all.join(i18n.language === 'ar' ? '، ' : ', ')
  const ruleText = ({ grades, fromGrade, nationality, lastSchool, note }: DocumentRule): string => {
    const conditions = [
      ...(grades ? [among(grades.map(grade))] : []),
      ...(fromGrade ? [t('rule.from', { grade: grade(fromGrade) })] : []),
      ...(nationality ? [t('rule.nationality', { groups: among(nationality.map((of) => t(`group.${of}`))) })] : []),
      ...(lastSchool ? [t('rule.lastSchool', { groups: among(lastSchool.map((of) => t(`group.${of}`))) })] : []),
    ]
    const whom = conditions.length > 0 ? conditions.join(' · ') : t('rule.everybody')
    return note ? `${whom}. ${pick(note)}` : whom
  }
  const rulesOf = ({ asked }: Pick<DocumentType, 'asked'>): string[] =>
    asked.length > 0 ? asked.map(ruleText) : [t('rule.nobody')]
  const partText = (type: DocumentType, part: TypePart): string => {
    switch (part) {
      case 'label':
        return `${type.label.en} · ${type.label.ar}`
      case 'sensitivity':
        return t(`sensitivity.${type.sensitivity}`)
      case 'hasExpiry':
        return t(type.hasExpiry ? 'valid.expires' : 'valid.stays')
      case 'promiseDays':
        return type.promiseDays === null ? t('promise.none') : t('promise.days', { count: type.promiseDays })
      case 'accept':
        return among(type.accept.map((kind) => t(`kind.${kind}`)))
      case 'tier':
        return t('size.most', { megabytes: megabytesOf(type.tier) })
      case 'asked':
        return rulesOf(type).join('\n')
    }
  }
  return { rulesOf, partText }
}
