import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { MyChild } from '#shared/students/my-children.contract.ts'
import { listMyChildren } from '../dashboard.api.ts'
import css from './my-children.module.css'

/** A family's own children at the school. Without any there is nothing to show. */
export function MyChildren() {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listMyChildren)
  const children = answer?.children ?? []
  if (children.length === 0 && !failure) return null
  return (
    <section className={css.children} aria-labelledby="my-children">
      <h2 id="my-children" className={css.title}>
        {t('children.title')}
      </h2>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <button type="button" className={css.again} onClick={again}>
            {t('children.again')}
          </button>
        </InlineNotice>
      )}
      <ul className={css.list}>
        {children.map((child) => (
          <li key={child.number ?? `${child.nameLatin} ${child.nameArabic}`} className={css.child}>
            <Child child={child} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Child({ child }: { child: MyChild }) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const gradeOf = useGrade()
  const lng = i18n.language
  const { nameLatin, nameArabic, grade, entryYear, number, startOn, promised } = child
  const name = (lng === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? t('children.noName')
  const joins = [grade && gradeOf(grade), entryYear && schoolYear(entryYear)].filter(Boolean).join(' · ')
  return (
    <>
      <h3 className={css.name}>
        <bdi>{name}</bdi>
      </h3>
      <dl className={css.facts}>
        {joins && <Fact name={t('children.grade')}>{joins}</Fact>}
        {number && (
          <Fact name={t('children.number')}>
            <bdi dir="ltr" className="num">
              {number}
            </bdi>
          </Fact>
        )}
        {startOn && <Fact name={t('children.startOn')}>{formatDay(startOn, lng)}</Fact>}
      </dl>
      {promised.length > 0 && (
        <>
          <p className={css.soft}>{t('children.promised')}</p>
          <ul>
            {promised.map(({ label, until }) => (
              <li key={label.en}>{t('children.until', { label: pick(label), day: formatDay(until, lng) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
)
