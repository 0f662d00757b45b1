import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import type { DocumentType, TypeSet } from '#shared/contract/document-type.ts'
import { readTypes } from '../document-desk.api.ts'
import { newType } from '../type-draft.ts'
import { useTypeText } from '../use-type-text.ts'
import css from './papers.module.css'
import { TypeForm } from './type-form.tsx'

/** Which papers this school asks for: read by all who see documents, set by whoever may. */
export function TypesSheet({ mayEdit, onClose }: { mayEdit: boolean; onClose: () => void }) {
  const { t } = useTranslation('papers')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readTypes)
  const [open, setOpen] = useState<DocumentType>()
  /** The paper that was open last: its button gets the focus back. */
  const [last, setLast] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const edit = (type: DocumentType) => {
    setSaved(false)
    setLast(type.code)
    setOpen(type)
  }
  const leave = (saved: boolean) => {
    setSaved(saved)
    setOpen(undefined)
    if (saved) again()
  }
  return (
    <Sheet title={t('types.title')} size="wide" onClose={onClose}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && open && <TypeForm standing={answer} opened={open} again={again} onLeave={leave} />}
      {answer && !open && (
        <>
          <p className={css.soft}>{t(answer.version === 0 ? 'types.ready' : 'types.own')}</p>
          <p role="status">{isSaved && t('types.saved')}</p>
          <TypeList set={answer} last={last} onEdit={mayEdit ? edit : undefined} />
          {mayEdit && (
            <Button id={buttonOf(newType.code)} onClick={() => edit(newType)}>
              {t('types.add')}
            </Button>
          )}
        </>
      )}
    </Sheet>
  )
}

const buttonOf = (code: string) => `change-paper-${code}`

interface ListProps {
  set: TypeSet
  last: string | undefined
  /** Absent for whoever may only read. */
  onEdit: ((type: DocumentType) => void) | undefined
}

function TypeList({ set, last, onEdit }: ListProps) {
  const { t, i18n } = useTranslation('papers')
  const pick = useBilingual()
  const { rulesOf, partText } = useTypeText()
  useEffect(() => {
    if (last !== undefined) document.getElementById(buttonOf(last))?.focus()
  }, [last])
  const other = i18n.language === 'ar' ? 'en' : 'ar'
  if (set.types.length === 0) return <p>{t('types.none')}</p>
  return (
    <ul className={css.types}>
      {set.types.map((type) => (
        <li key={type.code}>
          <div className={css.type}>
            <h3>{pick(type.label)}</h3>
            <p className={css.soft} lang={other}>
              <bdi>{type.label[other]}</bdi>
            </p>
            {rulesOf(type).map((text, index) => (
              // Rules have no name but their place.
              <p key={index}>
                {type.asked.length > 0 && t('rule.asked')} {text}
              </p>
            ))}
            <p className={css.soft}>
              {(['sensitivity', 'hasExpiry', 'promiseDays'] as const).map((part) => partText(type, part)).join(' · ')}
            </p>
          </div>
          {onEdit && (
            <Button
              id={buttonOf(type.code)}
              aria-label={`${t('types.edit')}: ${pick(type.label)}`}
              onClick={() => onEdit(type)}
            >
              {t('types.edit')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
