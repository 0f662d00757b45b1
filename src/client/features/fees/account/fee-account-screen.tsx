import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { type FeeAccount, feeAccount, type FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { AskClaim, type ClaimOf } from '../claims/ask-claim.tsx'
import { TrailSheet } from '../moves/trail-list.tsx'
import { NoticeSection } from '../reminders/notice-section.tsx'
import { LeavingSection } from '../leaving/leaving-section.tsx'
import { ChildFeeSetup } from '../payers/child-fee-setup.tsx'
import { DocumentTable } from './components/document-table.tsx'
import css from './components/fees.module.css'
import { NoChild } from './components/no-child.tsx'
import { ItemTables } from './components/item-tables.tsx'
import { OpenDocument } from './components/open-document.tsx'
import { PayerCards } from './components/payer-cards.tsx'
import { PlanTable } from './components/plan-table.tsx'
import { readFeeAccount } from './fee-account.api.ts'
import { useFeeText } from './hooks/use-fee-text.ts'

/** One child's fees: who pays what, each item with why it is open, the documents and what falls due when. */
export function FeeAccountScreen({ number }: { number: string }) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const { childName } = useFeeText()
  const { answer, failure, again } = useAnswer(useCallback(() => readFeeAccount(number), [number]))
  const isNobody = failure === 'request.not-found' && !answer
  return (
    <ListFrame
      isWide
      title={answer ? t('account.title', { name: childName(answer.child) }) : t('account.untitled')}
      tools={answer && <Tools account={answer} number={number} />}
      failure={failure && !isNobody ? { text: errorText(failure), retry: t('retry'), onRetry: again } : undefined}
      loading={answer || failure ? undefined : t('loading')}
    >
      {isNobody && <NoChild number={number} />}
      <LastDataNote of={[feeAccount.path]} />
      {answer && <Account account={answer} onChanged={again} />}
    </ListFrame>
  )
}

interface AccountProps {
  account: FeeAccount
}

function Tools({ account: { child }, number }: AccountProps & { number: string }) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  return (
    <span className={common.actions}>
      <Link to="/receipt/$admissionNo" params={{ admissionNo: number }} className={link.link}>
        {t(may('fees.receive') ? 'account.receive' : 'account.receipts')}
      </Link>
      {may('students.see') && (
        <Link to="/student/$id" params={{ id: child.studentId }} className={link.link}>
          {t('account.file')}
        </Link>
      )}
    </span>
  )
}

function Account({ account, onChanged: readAgain }: AccountProps & { onChanged: () => void }) {
  const { child, payers, items } = account
  const may = useRights()
  const { itemName } = useFeeText()
  const [only, setOnly] = useState<string>()
  const [claim, setClaim] = useState<ClaimOf>()
  const [trail, setTrail] = useState<FeeItem>()
  const [isAsked, setIsAsked] = useState(false)
  // Sections that read for themselves read again, or say that what they show is of before.
  const [rounds, setRounds] = useState({ all: 0, others: 0 })
  const onChanged = () => {
    setRounds({ all: rounds.all + 1, others: rounds.others + 1 })
    readAgain()
  }
  const onLeaving = () => {
    setRounds({ ...rounds, all: rounds.all + 1 })
    readAgain()
  }
  const shown = only === undefined ? items : items.filter(({ payerId }) => payerId === only)
  const asked = () => {
    setClaim(undefined)
    setIsAsked(true)
    onChanged()
  }
  return (
    <>
      <ChildLine child={child} />
      {isAsked && <AskedNote />}
      <PayerCards account={account} only={only} onOnly={setOnly} />
      <ItemTables
        items={shown}
        payers={payers}
        currency={account.currency}
        onWriteOff={may('fees.refund') ? (item) => setClaim({ item }) : undefined}
        onTrail={setTrail}
      />
      <div className={css.beside}>
        <PlanTable items={shown} payers={payers} />
        <Documents account={account} onRefund={(receipt) => setClaim({ receipt })} onChanged={onChanged} />
      </div>
      {trail && (
        <TrailSheet of="charge" id={trail.chargeId} title={itemName(trail)} onClose={() => setTrail(undefined)} />
      )}
      {claim && <AskClaim of={claim} currency={account.currency} onClose={() => setClaim(undefined)} onDone={asked} />}
      <NoticeSection key={rounds.all} number={child.studentId} items={items} />
      {!child.isErased && (
        <LeavingSection number={child.studentId} today={account.today} round={rounds.others} onChanged={onLeaving} />
      )}
      {!child.isErased && <ChildFeeSetup studentId={child.studentId} onChanged={onChanged} />}
    </>
  )
}

function ChildLine({ child: { number, grade } }: Pick<FeeAccount, 'child'>) {
  const { t } = useTranslation('fees.desk')
  const gradeOf = useGrade()
  return (
    <p className={common.softLine}>
      {number && (
        <>
          {t('account.number')}{' '}
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </>
      )}
      {number && grade && ' · '}
      {grade && <bdi>{gradeOf(grade)}</bdi>}
    </p>
  )
}

/** Says where a claim waits that was asked for here. */
function AskedNote() {
  const { t } = useTranslation('fees.desk')
  return (
    <InlineNotice tone="success">
      {t('claim.asked')}{' '}
      <Link to="/fees" search={{ view: 'claims' }} className={link.link}>
        {t('claim.where')}
      </Link>
    </InlineNotice>
  )
}

interface DocumentsProps extends AccountProps {
  onRefund: (receipt: FeeReceipt) => void
  onChanged: () => void
}

function Documents({ account, onRefund, onChanged }: DocumentsProps) {
  const { documents, payers, payments, items } = account
  const [opened, setOpened] = useState<FeeDocumentRow>()
  return (
    <div>
      <DocumentTable documents={documents} hasPayers={payers.length > 1} onOpen={setOpened} />
      {opened && (
        <OpenDocument
          key={opened.documentId}
          row={opened}
          payments={payments}
          items={items}
          onClose={() => setOpened(undefined)}
          onRefund={onRefund}
          onChanged={onChanged}
        />
      )}
    </div>
  )
}
