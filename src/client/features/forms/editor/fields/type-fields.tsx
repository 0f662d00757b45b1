import { useTranslation } from 'react-i18next'
import { nextWordingVersion, wordingKey } from '#shared/forms/editor/form-history.rules.ts'
import type { DayBound, Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { FileKind } from '#shared/kernel/fields.ts'
import { fileTiers } from '#shared/kernel/file-kind.ts'
import { answerKey } from '../answer-key.ts'
import { editId, useEditing } from '../edit-context.ts'
import { putAt } from '../edit-tree.ts'
import { FindingLines } from '../publish/findings.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import inputs from './inputs.module.css'
import { BothInput, CheckRow, NumberRow, SelectRow } from './inputs.tsx'

type Kind = 'none' | 'years' | 'day'

const kinds: readonly Kind[] = ['none', 'years', 'day']

/** A bound of a date: none, a day, or so many years from the day on which it is filled in. */
function DayBoundRow({ path, name, bound }: { path: string; name: string; bound: DayBound | undefined }) {
  const { t } = useTranslation('forms.editor')
  const { put } = useEditing()
  const kind: Kind = bound === undefined ? 'none' : typeof bound === 'string' ? 'day' : 'years'
  const choose = (next: Kind) => put(path, { none: undefined, years: { years: 0 }, day: '2026-01-01' }[next])
  return (
    <div className={inputs.group}>
      <label className={inputs.name} htmlFor={editId(path)}>
        {name}
      </label>
      <div className={inputs.row}>
        <select
          id={editId(path)}
          className={inputs.input}
          value={kind}
          onChange={(event) => choose(kinds.find((each) => each === event.currentTarget.value) ?? 'none')}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`date.${each}`)}
            </option>
          ))}
        </select>
        {typeof bound === 'string' && (
          <input
            className={inputs.input}
            type="date"
            aria-label={name}
            value={bound}
            onChange={(event) => put(path, event.currentTarget.value)}
          />
        )}
        {typeof bound === 'object' && (
          <input
            className={`${inputs.input} ${inputs.short}`}
            type="number"
            dir="ltr"
            aria-label={`${name}, ${t('date.years')}`}
            value={bound.years}
            onChange={(event) => put(path, { years: Math.trunc(event.currentTarget.valueAsNumber) || 0 })}
          />
        )}
      </div>
      <FindingLines path={path} />
    </div>
  )
}

type FieldOf<T extends Field['type']> = Extract<Field, { type: T }>

/** What is to be said of a question besides its words, by its type. */
export function TypeFields({ node, field }: { node: string; field: Field }) {
  const { t } = useTranslation('forms.editor')
  switch (field.type) {
    case 'text':
    case 'long-text':
      return <NumberRow path={`${node}.maxLength`} name={t('text.maxLength')} />
    case 'number':
      return <NumberFields node={node} field={field} />
    case 'date':
      return (
        <div className={inputs.row}>
          <DayBoundRow path={`${node}.earliest`} name={t('date.earliest')} bound={field.earliest} />
          <DayBoundRow path={`${node}.latest`} name={t('date.latest')} bound={field.latest} />
        </div>
      )
    case 'choice':
    case 'choices':
      return <ChoicesEditor node={node} field={field} />
    case 'consent':
      return <ConsentFields node={node} field={field} />
    case 'file':
      return <FileFields node={node} field={field} />
    default:
      return null
  }
}

function NumberFields({ node, field }: { node: string; field: FieldOf<'number'> }) {
  const { t } = useTranslation('forms.editor')
  const { put } = useEditing()
  return (
    <>
      <div className={inputs.row}>
        <NumberRow path={`${node}.min`} name={t('number.min')} />
        <NumberRow path={`${node}.max`} name={t('number.max')} />
      </div>
      <CheckRow
        name={t('number.whole')}
        isOn={field.isWhole === true}
        onTurn={(isOn) => put(`${node}.isWhole`, isOn || undefined)}
      />
    </>
  )
}

/** A statement; what people agreed to under a version keeps its words, so changed words get the next one by themselves. */
function ConsentFields({ node, field }: { node: string; field: FieldOf<'consent'> }) {
  const { t } = useTranslation('forms.editor')
  const { form, history, put } = useEditing()
  const write = (wording: Bilingual) => {
    const known = (version: string) => Object.hasOwn(history.wordings, wordingKey(answerKey(form, node), version))
    let { wordingVersion } = field
    while (known(wordingVersion)) wordingVersion = nextWordingVersion(wordingVersion)
    put(node, { ...field, wording, wordingVersion }, `${node}.wording`)
  }
  const path = `${node}.wordingVersion`
  return (
    <>
      <BothInput path={`${node}.wording`} name={t('consent.wording')} help={t('consent.help')} isLong onWrite={write} />
      <div className={inputs.group}>
        <label className={inputs.name} htmlFor={editId(path)}>
          {t('consent.version')}
        </label>
        <input
          id={editId(path)}
          className={`${inputs.input} ${inputs.short}`}
          dir="ltr"
          maxLength={40}
          value={field.wordingVersion}
          onChange={(event) => put(path, event.currentTarget.value)}
        />
        <FindingLines path={path} />
      </div>
    </>
  )
}

const megabyte = 1024 * 1024
const tiers = ['default', 'intermediate', 'maximum', 'large'] as const

function FileFields({ node, field }: { node: string; field: FieldOf<'file'> }) {
  const { t } = useTranslation('forms.editor')
  const { form, put, change } = useEditing()
  const turn = (kind: FileKind, isOn: boolean) =>
    put(
      `${node}.accept`,
      FileKind.options.filter((each) => (each === kind ? isOn : field.accept.includes(each))),
    )
  return (
    <>
      <div className={inputs.row}>
        <SelectRow
          path={`${node}.tier`}
          name={t('file.tier')}
          value={field.tier}
          choices={tiers.map((tier) => [tier, t('file.megabytes', { megabytes: fileTiers[tier] / megabyte })])}
          onChoose={(tier) => change(putAt(form, `${node}.tier`, tier))}
        />
        <NumberRow path={`${node}.maxFiles`} name={t('file.maxFiles')} empty={1} />
      </div>
      <fieldset className={inputs.group}>
        <legend className={inputs.name}>{t('file.accept')}</legend>
        <div className={inputs.row}>
          {FileKind.options.map((kind) => (
            <CheckRow
              key={kind}
              name={t(`file.kind.${kind}`)}
              isOn={field.accept.includes(kind)}
              onTurn={(isOn) => turn(kind, isOn)}
            />
          ))}
        </div>
        <FindingLines path={`${node}.accept`} />
      </fieldset>
    </>
  )
}
