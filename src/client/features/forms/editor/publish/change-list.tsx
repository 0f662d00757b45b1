import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import { type ChangeKind, changesBetween } from '../form-diff.rules.ts'
import css from './publish-sheet.module.css'

/** What somebody who has begun may notice. */
const heavy: ReadonlySet<ChangeKind> = new Set(['removed', 'now-required', 'choices-removed', 'office'])

/** What the working copy changes, question by question. */
export function ChangeList({ before }: { before: FormDefinition }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const { form } = useEditing()
  const changes = changesBetween(before, form)
  return (
    <section>
      <h3 className={css.title}>{t('change.title')}</h3>
      {changes.length === 0 && <p>{t('change.none')}</p>}
      <ul className={css.list}>
        {changes.map(({ kind, key, label, choices = [] }) => (
          <li key={`${kind} ${key}`} data-weight={heavy.has(kind) ? 'heavy' : undefined}>
            {t(`change.${kind}`, { question: pick(label) || key, choices: choices.map(pick).join(t('change.and')) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
