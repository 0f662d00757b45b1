import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { useCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import css from '../components/papers.module.css'
import { saveTypes } from '../document-desk.api.ts'
import { movedType } from './type-draft.ts'
import { useTypeText } from './use-type-text.ts'

/** What came of a change of the list: a paper that students have brought stays on it, asked of nobody. */
type ListDone = 'saved' | 'retired'

/** Puts the list of papers in another order, and takes papers off it. */
function useTypeList(set: TypeSet, again: () => void) {
  const [done, setDone] = useState<ListDone>()
  const { idOf } = useCommandId()
  const { mutate, isPending, error } = useMutation(
    (change: () => Promise<ListDone>) => {
      setDone(undefined)
      return change()
    },
    { onSuccess: setDone, onSettled: again },
  )
  const save = (types: DocumentType[]) => {
    const list = { seen: set.version, types }
    return saveTypes({ ...list, commandId: idOf(list) })
  }
  return {
    isPending,
    error,
    done,
    move: (code: string, by: -1 | 1) =>
      mutate(async () => {
        await save(movedType(set.types, code, by))
        return 'saved'
      }),
    remove: (code: string) =>
      mutate(async () => {
        try {
          await save(set.types.filter((type) => type.code !== code))
          return 'saved'
        } catch (thrown) {
          if (messageIdOf(thrown) !== 'request.invalid') throw thrown
          await save(set.types.map((type) => (type.code === code ? { ...type, asked: [] } : type)))
          return 'retired'
        }
      }),
  }
}

/** The id of the button that opens a paper. */
export const buttonOf = (code: string) => `change-paper-${code}`

interface ListProps {
  set: TypeSet
  last: string | undefined
  again: () => void
  /** Absent for the person who may only read. */
  onEdit: ((type: DocumentType) => void) | undefined
}

/** Every paper in the order in which families are asked for it. */
export function TypeList({ set, last, again, onEdit }: ListProps) {
  const { t } = useTranslation('documents.required')
  const errorText = useErrorText()
  const list = useTypeList(set, again)
  useEffect(() => {
    if (last !== undefined) document.getElementById(buttonOf(last))?.focus()
  }, [last])
  if (set.types.length === 0) return <p>{t('types.none')}</p>
  return (
    <>
      <p role="status">{list.done && t(`types.${list.done}`)}</p>
      {list.error && <InlineNotice tone="problem">{errorText(list.error)}</InlineNotice>}
      <ol className={css.types}>
        {set.types.map((type, no) => (
          <li key={type.code}>
            <TypeWords type={type} />
            {onEdit && (
              <TypeActions
                type={type}
                isFirst={no === 0}
                isLast={no === set.types.length - 1}
                list={list}
                onEdit={() => onEdit(type)}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function TypeWords({ type }: { type: DocumentType }) {
  const { t, i18n } = useTranslation('documents.required')
  const pick = useBilingual()
  const { rulesOf, partText } = useTypeText()
  const other = i18n.language === 'ar' ? 'en' : 'ar'
  const parts = ['sensitivity', 'hasExpiry', 'promiseDays', 'accept', 'tier'] as const
  return (
    <div className={css.type}>
      <h3>{pick(type.label)}</h3>
      <p className={common.soft} lang={other}>
        <bdi>{type.label[other]}</bdi>
      </p>
      {rulesOf(type).map((text, index) => (
        // Rules have no name but their place.
        <p key={index}>
          {type.asked.length > 0 && t('rule.asked')} {text}
        </p>
      ))}
      <p className={common.soft}>{parts.map((part) => partText(type, part)).join(' · ')}</p>
    </div>
  )
}

interface ActionsProps {
  type: DocumentType
  isFirst: boolean
  isLast: boolean
  list: ReturnType<typeof useTypeList>
  onEdit: () => void
}

function TypeActions({ type, isFirst, isLast, list, onEdit }: ActionsProps) {
  const { t } = useTranslation('documents.required')
  const pick = useBilingual()
  const named = (deed: string) => `${deed}: ${pick(type.label)}`
  const step = (name: 'earlier' | 'later', by: -1 | 1, isEnd: boolean) => (
    <Button
      kind="quiet"
      aria-label={named(t(`types.${name}`))}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && void list.move(type.code, by)}
    >
      {t(`types.${name}`)}
    </Button>
  )
  return (
    <div className={css.kinds}>
      {step('earlier', -1, isFirst)}
      {step('later', 1, isLast)}
      <Button id={buttonOf(type.code)} aria-label={named(t('types.edit'))} onClick={onEdit}>
        {t('types.edit')}
      </Button>
      <Button kind="quiet" aria-label={named(t('types.remove'))} onClick={() => void list.remove(type.code)}>
        {t('types.remove')}
      </Button>
    </div>
  )
}
