import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { Button } from '#client/ui/button.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { DueItem, DuePage, DueWork } from '../due-work.ts'
import { useErasing } from '../hooks/use-erasing.ts'
import { DueList } from './due-list.tsx'
import css from './due-sheet.module.css'
import { ErasedCountsList } from './erased-counts.tsx'

interface SheetProps {
  work: DueWork
  first: DuePage
  onClose: () => void
}

/** What has been kept for long enough: what an erasure would reach, then the erasure, one by one, once their number is typed. */
export function DueSheet({ work, first, onClose }: SheetProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const due = useDue(work, first)
  const erasing = useErasing(work)
  const typing = useTyped(erasing.left.length)
  const mayErase = useRights()('students.erase')
  const { is, counts, left } = erasing
  const said = erasing.problem ?? due.failure
  const { of } = work
  return (
    <Sheet
      title={t(`${of}.title`, { count: first.total })}
      onClose={onClose}
      canClose={is !== 'running'}
      footer={mayErase && <Actions of={of} erasing={erasing} items={due.items} typing={typing} onClose={onClose} />}
    >
      <div className={css.parts}>
        {(is === 'idle' || is === 'counting') && (
          <>
            <p>{t(first.byItself ? `${of}.byItself` : `${of}.byHand`, { count: first.keepMonths ?? 0 })}</p>
            {!mayErase && <p>{t('due.byHead')}</p>}
            <DueList of={of} items={due.items} />
            {due.next !== null && (
              <Button isWorking={due.isLoading} onClick={() => void due.more()}>
                {t('due.more')}
              </Button>
            )}
          </>
        )}
        {is === 'counted' && counts && (
          <>
            <p role="status">
              <strong>{t(`${of}.would`, { count: left.length })}</strong>
            </p>
            <ErasedCountsList counts={counts} />
            <p>{t('erase.forGood')}</p>
            <TextLine
              label={t('due.type', { number: left.length })}
              dir="ltr"
              inputMode="numeric"
              maxLength={6}
              value={typing.typed}
              isWrong={typing.isWrong}
              onChange={typing.type}
            />
            {typing.isWrong && <Refusal>{t('due.wrong')}</Refusal>}
          </>
        )}
        <Progress of={of} erasing={erasing} />
        {said && <Refusal>{errorText(said)}</Refusal>}
      </div>
    </Sheet>
  )
}

/** How many are to go, as somebody typed it: nobody erases a whole list by a slip of the finger. */
function useTyped(count: number) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    typed,
    isWrong,
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    /** Whether it is this many; said where it is not. */
    check: () => {
      const isRight = latinDigits(typed).trim() === String(count)
      setWrong(!isRight)
      return isRight
    },
  }
}

interface ErasingProps {
  of: DueWork['of']
  erasing: ReturnType<typeof useErasing>
}

interface ActionsProps extends ErasingProps {
  items: readonly DueItem[]
  typing: ReturnType<typeof useTyped>
  onClose: () => void
}

/** The next step: counting comes before erasing, and what runs can be stopped. */
function Actions({ of, erasing, items, typing, onClose }: ActionsProps) {
  const { t } = useTranslation('retention')
  const { is, left } = erasing
  const ready = items.filter(({ hindrance }) => hindrance === null)
  if (is === 'running') return <Button onClick={erasing.stop}>{t('due.stop')}</Button>
  if (is === 'stopped')
    return (
      <Button kind="bad" onClick={() => void erasing.run()}>
        {t('due.goOn')}
      </Button>
    )
  if (is === 'counted')
    return (
      <>
        <Button
          kind="bad"
          onClick={() => {
            if (typing.check()) void erasing.run()
          }}
        >
          {t(`${of}.erase`, { count: left.length })}
        </Button>
        <Button onClick={erasing.back}>{t('leave')}</Button>
      </>
    )
  if (is === 'over') return <Button onClick={onClose}>{t('due.over')}</Button>
  return (
    <Button
      kind="main"
      isWorking={is === 'counting'}
      disabled={ready.length === 0}
      onClick={() => {
        typing.type('')
        void erasing.rehearse(ready)
      }}
    >
      {t(`${of}.rehearse`, { count: ready.length })}
    </Button>
  )
}

function Progress({ of, erasing: { is, done, failed, left } }: ErasingProps) {
  const { t } = useTranslation('retention')
  if (is !== 'running' && is !== 'stopped' && is !== 'over') return null
  const all = done + failed.length + left.length
  const text = t(`${of}.title`, { count: all })
  return (
    <>
      {is !== 'over' && <JobProgress label={text} done={all - left.length} total={all} />}
      <p role="status">
        {t(`${of}.done`, { count: done })} {is === 'stopped' && t(`${of}.left`, { count: left.length })}
      </p>
      {failed.length > 0 && <DueList of={of} items={failed.map(({ item, why }) => ({ ...item, hindrance: why }))} />}
    </>
  )
}

/** The list page by page, from the first one that is here already. */
function useDue(work: DueWork, first: DuePage) {
  const [{ items, next }, setPages] = useState({ items: first.items, next: first.next })
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const more = async () => {
    if (next === null || isLoading) return
    setLoading(true)
    setFailure(undefined)
    try {
      const page = await work.list(next)
      setPages({ items: [...items, ...page.items], next: page.next })
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setLoading(false)
  }
  return { items, next, more, isLoading, failure }
}
