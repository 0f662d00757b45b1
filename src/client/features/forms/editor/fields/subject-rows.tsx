import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { partPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import { putAt } from '../edit-tree.ts'
import { useQuestions } from '../hooks/use-questions.ts'
import inputs from './inputs.module.css'
import { SelectRow } from './inputs.tsx'

/** Where those are named whom the form is about: the writer, a question of the form, or one in a block. */
export function SubjectRows() {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const { form, change } = useEditing()
  const { subject } = form
  const parts = partPlaces(form).map(({ part }) => part)
  const block = parts.find((part) => part.key === subject?.block)
  const choosePlace = (next: string) => {
    const home = parts.find((part) => part.key === next)
    const name = (home?.type === 'repeat' ? home.fields : parts).find((part) => part.type === 'text')?.key ?? ''
    change(putAt(form, 'subject', next === 'none' ? undefined : { ...(home && { block: next }), name }))
  }
  return (
    <fieldset className={inputs.group}>
      <legend className={inputs.name}>{t('subject.title')}</legend>
      <p className={common.smallLine}>{t('subject.help')}</p>
      <SelectRow
        path="subject.block"
        name={t('subject.where')}
        value={subject ? (subject.block ?? 'form') : 'none'}
        choices={[
          ['none', t('subject.none')],
          ['form', t('subject.form')],
          ...parts
            .filter((part) => part.type === 'repeat')
            .map((part) => [part.key, pick(part.label) || part.key] as const),
        ]}
        onChoose={choosePlace}
      />
      {subject && <SubjectQuestions around={block?.type === 'repeat' ? block.fields : parts} />}
    </fieldset>
  )
}

const roles = { name: 'text', otherName: 'text', birthDate: 'date' } as const

function SubjectQuestions({ around }: { around: readonly Part[] }) {
  return (['name', 'otherName', 'birthDate'] as const).map((role) => (
    <SubjectQuestion key={role} role={role} around={around} />
  ))
}

function SubjectQuestion({ role, around }: { role: keyof typeof roles; around: readonly Part[] }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const questions = useQuestions(around, roles[role])
  const value = form.subject?.[role] ?? ''
  const isUnknown = value !== '' && questions.every(([key]) => key !== value)
  return (
    <SelectRow
      path={`subject.${role}`}
      name={t(`subject.${role}`)}
      value={value}
      choices={[
        ['', t(role === 'name' ? 'contact.choose' : 'contact.none')],
        ...(isUnknown ? [[value, value] as const] : []),
        ...questions,
      ]}
      onChoose={(key) => change(putAt(form, `subject.${role}`, key === '' && role !== 'name' ? undefined : key))}
    />
  )
}
