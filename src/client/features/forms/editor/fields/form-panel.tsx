import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { partPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import { insertAt, putAt, removeAt } from '../edit-tree.ts'
import { panelHeadId } from '../focus.ts'
import { useQuestions } from '../hooks/use-questions.ts'
import css from '../outline/node-panel.module.css'
import { FindingLines } from '../publish/findings.tsx'
import { FormVersions } from '../publish/form-versions.tsx'
import inputs from './inputs.module.css'
import { BothInput, SelectRow } from './inputs.tsx'

/** What is said of the form as a whole. */
export function FormPanel() {
  const { t } = useTranslation('forms.editor')
  const { slug, published } = useEditing()
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <h2 id={panelHeadId} tabIndex={-1} className={css.kind}>
          {t('kind.form')}
        </h2>
      </div>
      <FindingLines path="" />
      <FindingLines path="pages" />
      <FindingLines path="purpose" />
      <BothInput path="title" name={t('form.title')} />
      <BothInput path="lead" name={t('form.lead')} isLong isOptional />
      <ContactRows />
      <SubjectRows />
      <NextSteps />
      {published && <FormVersions slug={slug} />}
    </div>
  )
}

const roles = { name: 'text', email: 'email', phone: 'phone' } as const

function ContactRows() {
  const { t } = useTranslation('forms.editor')
  return (
    <fieldset className={inputs.group}>
      <legend className={inputs.name}>{t('contact.title')}</legend>
      <p className={common.smallLine}>{t('contact.help')}</p>
      {(['name', 'email', 'phone'] as const).map((role) => (
        <ContactRow key={role} role={role} />
      ))}
    </fieldset>
  )
}

function ContactRow({ role }: { role: 'name' | 'email' | 'phone' }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const value = form.contact[role]
  const questions = useQuestions(
    partPlaces(form).map(({ part }) => part),
    roles[role],
  )
  const isUnknown = value && questions.every(([key]) => key !== value)
  return (
    <SelectRow
      path={`contact.${role}`}
      name={t(`contact.${role}`)}
      value={value ?? ''}
      choices={[
        ['', t(role === 'name' ? 'contact.choose' : 'contact.none')],
        ...(isUnknown ? [[value, value] as const] : []),
        ...questions,
      ]}
      onChoose={(key) => change(putAt(form, `contact.${role}`, key === '' && role !== 'name' ? undefined : key))}
    />
  )
}

/** What people are told after they have handed it in. */
function NextSteps() {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  return (
    <fieldset className={inputs.group}>
      <legend className={inputs.name}>{t('next.title')}</legend>
      <FindingLines path="next" />
      <ol className={common.list}>
        {form.next.map((_, no) => (
          <li key={no} className={css.line}>
            <BothInput path={`next.${no}`} name={t('next.one', { no: no + 1 })} isLong />
            <button
              type="button"
              className={`${inputs.button} ${inputs.square}`}
              aria-label={t('next.remove', { no: no + 1 })}
              onClick={() => change(removeAt(form, `next.${no}`))}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ol>
      {form.next.length < 6 && (
        <button
          type="button"
          className={inputs.button}
          onClick={() => change(insertAt(form, `next.${form.next.length}`, { en: '', ar: '' }))}
        >
          {t('next.add')}
        </button>
      )}
    </fieldset>
  )
}

/** Where those are named whom the form is about: the writer, a question of the form, or one in a block. */
function SubjectRows() {
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

const subjectRoles = { name: 'text', otherName: 'text', birthDate: 'date' } as const

function SubjectQuestions({ around }: { around: readonly Part[] }) {
  return (['name', 'otherName', 'birthDate'] as const).map((role) => (
    <SubjectQuestion key={role} role={role} around={around} />
  ))
}

function SubjectQuestion({ role, around }: { role: keyof typeof subjectRoles; around: readonly Part[] }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const questions = useQuestions(around, subjectRoles[role])
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
