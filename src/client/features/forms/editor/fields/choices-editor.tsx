import { useTranslation } from 'react-i18next'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import type { Choice, Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { useEditing } from '../edit-context.ts'
import { freeKey, keyFrom } from '../edit-keys.ts'
import { putAt } from '../edit-tree.ts'
import { DownIcon, UpIcon } from '../outline/node-icons.tsx'
import { FindingLines } from '../publish/findings.tsx'
import css from './choices-editor.module.css'
import inputs from './inputs.module.css'
import { BothInput, SelectRow } from './inputs.tsx'

type ChoiceField = Extract<Field, { type: 'choice' | 'choices' }>

const sources = ['own', 'countries', 'languages'] as const

/** What may be chosen: a list of the form's own, or one that the browser has words for. */
export function ChoicesEditor({ node, field }: { node: string; field: ChoiceField }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const source = field.choices ? 'own' : (field.choicesFrom ?? 'own')
  const choose = (next: string) => {
    const { choices: _choices, choicesFrom: _from, ...rest } = field
    const from = sources.find((each) => each === next)
    change(
      putAt(
        form,
        node,
        from === 'own' || !from ? { ...rest, choices: [newChoice([])] } : { ...rest, choicesFrom: from },
      ),
    )
  }
  return (
    <>
      <SelectRow
        path={`${node}.choicesFrom`}
        name={t('choices.source')}
        value={source}
        choices={sources.map((each) => [each, t(`choices.from.${each}`)])}
        onChoose={choose}
      />
      {source === 'own' && <OwnChoices node={node} choices={field.choices ?? []} />}
    </>
  )
}

const newChoice = (choices: readonly Choice[]): Choice => ({
  code: freeKey(`choice_${choices.length + 1}`, new Set(choices.map(({ code }) => code)), 'choice'),
  label: { en: '', ar: '' },
})

function OwnChoices({ node, choices }: { node: string; choices: readonly Choice[] }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const path = `${node}.choices`
  const write = (next: readonly Choice[]) => change(putAt(form, path, next))
  return (
    <fieldset className={inputs.group}>
      <legend className={inputs.name}>{t('choices.name')}</legend>
      <FindingLines path={path} />
      <ol className={css.list}>
        {choices.map((choice, no) => (
          <li key={no} className={css.choice}>
            <ChoiceWords path={`${path}.${no}`} choice={choice} others={choices.filter((_, each) => each !== no)} />
            <span className={css.acts}>
              <button
                type="button"
                className={`${inputs.button} ${inputs.square}`}
                aria-label={t('choices.up', { no: no + 1 })}
                disabled={no === 0}
                onClick={() => write(choices.toSpliced(no, 1).toSpliced(no - 1, 0, choice))}
              >
                <UpIcon />
              </button>
              <button
                type="button"
                className={`${inputs.button} ${inputs.square}`}
                aria-label={t('choices.down', { no: no + 1 })}
                disabled={no === choices.length - 1}
                onClick={() => write(choices.toSpliced(no, 1).toSpliced(no + 1, 0, choice))}
              >
                <DownIcon />
              </button>
              <button
                type="button"
                className={`${inputs.button} ${inputs.square}`}
                aria-label={t('choices.remove', { no: no + 1 })}
                onClick={() => write(choices.toSpliced(no, 1))}
              >
                <CloseIcon />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <button type="button" className={inputs.button} onClick={() => write([...choices, newChoice(choices)])}>
        {t('choices.add')}
      </button>
    </fieldset>
  )
}

interface WordsProps {
  path: string
  choice: Choice
  others: readonly Choice[]
}

/** The names of one choice; its code follows the English one until somebody may have chosen it. */
function ChoiceWords({ path, choice, others }: WordsProps) {
  const { t } = useTranslation('forms.editor')
  const { put, published } = useEditing()
  const wasPublished = published !== null && JSON.stringify(published.definition).includes(`"code":"${choice.code}"`)
  const write = (label: Bilingual) => {
    const taken = new Set(others.map(({ code }) => code))
    const follows =
      /^choice_\d+$/.test(choice.code) || choice.code === freeKey(keyFrom(choice.label.en), taken, 'choice')
    const code = follows && !wasPublished ? freeKey(keyFrom(label.en) || choice.code, taken, 'choice') : choice.code
    put(path, { code, label })
  }
  return (
    <div className={css.words}>
      <BothInput
        path={`${path}.label`}
        name={<span className="visually-hidden">{t('choices.one')}</span>}
        onWrite={write}
      />
      <FindingLines path={`${path}.code`} />
    </div>
  )
}
