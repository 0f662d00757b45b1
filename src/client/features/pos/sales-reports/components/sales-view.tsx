import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Answer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Empty, Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import css from '../sales-report.module.css'

interface SalesViewProps<T> {
  of: Answer<T>
  isEmpty: (answer: T) => boolean
  /** The button that saves a file. */
  file: ReactNode
  tools?: ReactNode
  children: (answer: T) => ReactNode
}

/** A table of a report: until it is there, where it cannot be had, where nothing is in it, and its file and paper. */
export function SalesView<T extends { range: { firstDay: string; lastDay: string } }>(props: SalesViewProps<T>) {
  const { of: asked, isEmpty, file, tools, children } = props
  const { answer, failure, again } = asked
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const errorText = useErrorText()
  const hasRows = answer !== undefined && !isEmpty(answer)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      <div className={`${css.tools} ${css.screenOnly}`}>
        {tools}
        {hasRows && file}
        {hasRows && (
          <Button icon={<PrintIcon />} onClick={() => print()}>
            {t('print')}
          </Button>
        )}
      </div>
      {answer && !hasRows && <Empty title={t('empty.title')} text={t('empty.text')} />}
      {hasRows && (
        <>
          <p className={css.facts}>
            <bdi dir="ltr" className="num">
              {answer.range.firstDay === answer.range.lastDay
                ? answer.range.firstDay
                : `${answer.range.firstDay} – ${answer.range.lastDay}`}
            </bdi>{' '}
            · {t('amountsIn', { currency: format.currencyName() })}
          </p>
          {children(answer)}
        </>
      )}
    </>
  )
}
