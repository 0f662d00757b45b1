import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { gradeOf, gradesOf } from '#shared/school/grades/grade-names.rules.ts'
import type { PromotionPreview } from '#shared/students/pupils/class.contract.ts'
import { nextClassName } from '#shared/students/pupils/promotion.rules.ts'
import css from './classes.module.css'

type Of = PromotionPreview['classes'][number]

interface PromotedClassProps {
  of: Of
  /** Undefined while nobody has chosen where its pupils go. */
  to: Of['to'] | undefined
  staying: ReadonlySet<CustomerId>
  onTarget: (to: Of['to']) => void
  onStaying: (staying: ReadonlySet<CustomerId>) => void
}

/** Where one class goes, and which of its pupils stay. */
export function PromotedClass({ of, to, staying, onTarget, onStaying }: PromotedClassProps) {
  const { t } = useTranslation('students.pupils')
  const pick = useBilingual()
  const toggle = (id: CustomerId, isStaying: boolean) => {
    const next = new Set(staying)
    if (isStaying) next.add(id)
    else next.delete(id)
    onStaying(next)
  }
  return (
    <section className={css.promoted} aria-label={pick(of.name)}>
      <h3>
        <bdi>{pick(of.name)}</bdi> <small>{t('promote.pupils', { count: of.pupils.length })}</small>
      </h3>
      <TargetFields of={of} to={to} onTarget={onTarget} />
      {of.pupils.length > 0 && (
        <details>
          <summary>{t('promote.stays')}</summary>
          <div className={css.pupils}>
            {of.pupils.map(({ customerId, name, admissionNo }) => (
              <CheckboxField
                key={customerId}
                label={`\u2068${pick(name)}\u2069 \u2066${admissionNo}\u2069`}
                checked={staying.has(customerId)}
                onChange={(isStaying) => toggle(customerId, isStaying)}
              />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

/** No grade has this code: it begins with a letter or a digit. */
const leaves = '-'

/** The next grade of a class and its name there; none when its pupils leave. */
function TargetFields({ of, to, onTarget }: Pick<PromotedClassProps, 'of' | 'to' | 'onTarget'>) {
  const { t } = useTranslation('students.pupils')
  const gradeName = useGrade()
  const grades = gradesOf(useAtomValue(schoolAtom)?.grades)
  const choose = (code: string) => {
    if (code === leaves) return onTarget(null)
    onTarget({ grade: code, name: nextClassName(of.name, gradeOf(grades, of.grade), gradeOf(grades, code)) })
  }
  return (
    <div className={css.target}>
      <SelectField label={t('promote.to')} value={to === undefined ? '' : (to?.grade ?? leaves)} onChange={choose}>
        {to === undefined && <option value="">{t('promote.choose')}</option>}
        <option value={leaves}>{t('promote.leaves')}</option>
        {grades.map(({ code }) => (
          <option key={code} value={code}>
            {gradeName(code)}
          </option>
        ))}
      </SelectField>
      {to && (
        <>
          <TextField
            label={t('classes.nameEn')}
            lang="en"
            maxLength={40}
            value={to.name.en}
            onChange={(en) => onTarget({ ...to, name: { ...to.name, en } })}
          />
          <TextField
            label={t('classes.nameAr')}
            lang="ar"
            maxLength={40}
            value={to.name.ar}
            onChange={(text) => onTarget({ ...to, name: { ...to.name, ar: text } })}
          />
        </>
      )}
    </div>
  )
}
