// chunk: fees
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { FeePayer, FeeShare } from '#shared/fees/setup/fee-payer.contract.ts'
import { fetchPayers, type StudentPayers } from './payer.api.ts'
import { PageSheet } from './page-sheet.tsx'
import { PayerSheet } from './payer-sheet.tsx'
import { ShareSheet } from './share-sheet.tsx'
import { usePayerName } from './use-payer-name.ts'

interface PayerSectionProps {
  studentId: string
  /** Components of the school, for shares of one of them. */
  components: readonly FeeComponent[]
  /** Payers or shares were changed. */
  onChanged?: (() => void) | undefined
}

/** The sheet that is open: a payer, a new one, the shares, with a payer who was just added or null, or a payer's page. */
type Open = 'new' | FeePayer | { shares: FeePayer | null } | { page: FeePayer }
const isShares = (open: Open): open is { shares: FeePayer | null } => open !== 'new' && 'shares' in open
const isPage = (open: Open): open is { page: FeePayer } => open !== 'new' && 'page' in open

/** Who pays for a child: each payer with the shares, and the ways to add one and to divide. Load the words of `fees.payers` before. */
export function PayerSection({ studentId, components, onChanged }: PayerSectionProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchPayers(studentId), [studentId]))
  const [open, setOpen] = useState<Open>()
  const changed = () => {
    setOpen(undefined)
    again()
    onChanged?.()
  }
  // Somebody who is no guardian is a payer of this child by a share alone.
  const added = (payer: FeePayer) => {
    changed()
    setOpen({ shares: payer })
  }
  const close = () => setOpen(undefined)
  return (
    <section className={common.stack} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.payers.length === 0 && <p className={common.softLine}>{t('none')}</p>}
      {answer && (
        <ul className={common.list}>
          {answer.payers.map((payer) => (
            <PayerLine
              key={payer.id}
              payer={payer}
              shares={answer.shares.filter(({ payerId }) => payerId === payer.id)}
              isDefault={payer.id === answer.defaultPayerId}
              components={components}
              onEdit={may('fees.setup') ? () => setOpen(payer) : undefined}
              onPage={() => setOpen({ page: payer })}
            />
          ))}
        </ul>
      )}
      {answer && may('fees.setup') && (
        <div className={common.actions}>
          <Button onClick={() => setOpen('new')}>{t('add')}</Button>
          <Button onClick={() => setOpen({ shares: null })}>{t('divide')}</Button>
        </div>
      )}
      {answer && open !== undefined && (
        <OpenSheet
          open={open}
          studentId={studentId}
          payers={answer}
          components={components}
          onClose={close}
          onDone={changed}
          onAdded={added}
        />
      )}
    </section>
  )
}

interface OpenSheetProps extends Pick<PayerSectionProps, 'studentId' | 'components'> {
  open: Open
  payers: StudentPayers
  onClose: () => void
  onDone: () => void
  onAdded: (payer: FeePayer) => void
}

function OpenSheet({ open, components, onAdded, ...sheet }: OpenSheetProps) {
  if (isPage(open)) return <PageSheet payer={open.page} onClose={sheet.onClose} />
  return isShares(open) ? (
    <ShareSheet added={open.shares} components={components} {...sheet} />
  ) : (
    <PayerSheet payer={open === 'new' ? undefined : open} onAdded={onAdded} {...sheet} />
  )
}

interface PayerLineProps {
  payer: FeePayer
  shares: readonly FeeShare[]
  isDefault: boolean
  components: readonly FeeComponent[]
  onEdit: (() => void) | undefined
  onPage: () => void
}

function PayerLine({ payer, shares, isDefault, components, onEdit, onPage }: PayerLineProps) {
  const { t } = useTranslation('fees.payers')
  const nameOf = usePayerName()
  return (
    <li>
      <p className={common.name} dir="auto">
        {nameOf(payer)} {payer.kind === 'company' && <span className={common.chip}>{t('kind.company')}</span>}
      </p>
      <p className={common.smallLine}>
        {t('code')} <bdi dir="ltr">{payer.code}</bdi>
        {[payer.phone, payer.email].map(
          (contact) =>
            contact && (
              <span key={contact}>
                {' '}
                · <bdi dir="ltr">{contact}</bdi>
              </span>
            ),
        )}
      </p>
      {payer.inFile && (
        <p className={common.smallLine}>
          {t('inFile')}{' '}
          {[payer.inFile.phone, payer.inFile.email].map(
            (contact) =>
              contact && (
                <span key={contact}>
                  <bdi dir="ltr">{contact}</bdi>{' '}
                </span>
              ),
          )}
        </p>
      )}
      {isDefault && shares.length === 0 && <p className={common.smallLine}>{t('default')}</p>}
      {shares.map((share) => (
        <p key={`${share.component} ${share.fromOn}`} className={common.smallLine}>
          <ShareText share={share} components={components} />
        </p>
      ))}
      <div className={common.actions}>
        {onEdit && (
          <Button kind="quiet" aria-label={`${t('edit')}: ${nameOf(payer)}`} onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
        <Button kind="quiet" aria-label={`${t('page.open')}: ${nameOf(payer)}`} onClick={onPage}>
          {t('page.open')}
        </Button>
      </div>
    </li>
  )
}

/** "75 % of tuition from 1 October 2030". */
function ShareText({ share, components }: { share: FeeShare; components: readonly FeeComponent[] }) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  const component = components.find(({ code }) => code === share.component)
  const day = (on: string) => format.day(`${on}T12:00Z`)
  const values = {
    percent: format.percent(share.ppm),
    component: share.component === null ? t('share.all') : component ? pick(component.name) : share.component,
    from: day(share.fromOn),
    until: share.untilOn === null ? '' : day(share.untilOn),
  }
  return share.untilOn === null ? t('share.from', values) : t('share.until', values)
}
